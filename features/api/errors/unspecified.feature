Feature: Requests that the specification leaves open
  Nothing here is judged; the target's behaviour is recorded, so that servers can be compared.

  @req:http.json.malformed
  Scenario Outline: A body that is not JSON, in a <method> to <resources>
    Given a <resource>
    When a client sends <body> as body of a <method> to <resources>
    Then what the target does is recorded

    Examples:
      | resource | resources | method | body           |
      | user     | users     | POST   | "{\"name\": "  |
      | user     | users     | POST   | "not json"     |
      | user     | users     | PUT    | "{\"name\": "  |
      | product  | products  | POST   | "{\"name\": "  |
      | product  | products  | PUT    | "{\"name\": "  |

  @req:http.json.empty
  Scenario Outline: An empty body, in a <method> to <resources>
    Given a <resource>
    When a client sends "" as body of a <method> to <resources>
    Then what the target does is recorded

    Examples:
      | resource | resources | method |
      | user     | users     | POST   |
      | product  | products  | POST   |
      | product  | products  | PUT    |

  @req:http.json.not-an-object
  Scenario Outline: The body <body>, in a POST to <resources>
    Given a shared <resource>
    When a client sends <body> as body of a POST to <resources>
    Then what the target does is recorded

    Examples:
      | resource | resources | body       |
      | user     | users     | "null"     |
      | user     | users     | "[]"       |
      | user     | users     | "\"text\"" |
      | user     | users     | "7"        |
      | product  | products  | "null"     |
      | product  | products  | "[]"       |
      | product  | products  | "\"text\"" |

  @req:http.content-type.missing
  Scenario Outline: A JSON body with <type>
    Given a shared <resource>
    When a client creates another <resource> with <type>
    Then what the target does is recorded

    Examples:
      | resource | type                        |
      | user     | no content type             |
      | user     | the content type text/plain |
      | product  | no content type             |
      | product  | the content type text/plain |

  @req:http.paths.unknown
  Scenario Outline: The path <path>
    When a client sends GET to "<path>"
    Then what the target does is recorded

    Examples:
      | path                  |
      | /                     |
      | /api                  |
      | /api/{marker}         |
      | /{marker}/users       |
      | /API/users            |
      | /api/Users            |

  @req:http.paths.trailing-slash
  Scenario Outline: The path <path>
    When a client sends GET to "<path>"
    Then what the target does is recorded

    Examples:
      | path           |
      | /api/users/    |
      | /api/products/ |

  @req:http.paths.id-segment
  Scenario Outline: The id of a <resource> as a segment of the path
    Given a shared <resource>
    When a client sends GET to "<path>"
    Then what the target does is recorded

    Examples:
      | resource | path               |
      | user     | /api/users/{id}    |
      | product  | /api/products/{id} |
