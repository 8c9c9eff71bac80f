Feature: Request.json and Request.isJson
  The body parsed as JSON, indexed by key; whether the content type is JSON (§1).

  @req:runtime.request.json
  Scenario Outline: A member that is <value>
    When a client requests "POST /api/request-json" with the JSON {"other": 1, "value": <value>}
    Then the body is exactly {"value": <value>}

    Examples:
      | value                            |
      | "plain"                          |
      | ""                               |
      | "7"                              |
      | "Zoë, 日本, 🎉"                  |
      | "\"quoted\" \\\\ and / \\n\\t"       |
      | 0                                |
      | 7                                |
      | -1.25                            |
      | 1000000                          |
      | 123456789012                     |
      | 123456.789012                    |
      | true                             |
      | false                            |
      | null                             |
      | []                               |
      | [1, "two", [null, true]]         |
      | {}                               |
      | {"inner": {"deeper": [1, 2, 3]}} |

  @req:runtime.request.json
  Scenario Outline: The text <body> as body
    When a client requests "POST /api/request-json" with the body <body> of type "application/json"
    Then the body is exactly {"value": <value>}

    Examples:
      | body                                        | value     |
      | " \\n{\\t\"value\" :\\r\\n \"spaced\" } "       | "spaced"  |
      | "{\"value\": \"\\\\u0041\\\\u00eb\\\\ud83c\\\\udf89\"}" | "Aë🎉"    |
      | "{\"value\": 1.5e3}"                        | 1500      |

  @req:runtime.request.json
  Scenario: Keys in other letters are other keys
    When a client requests "POST /api/request-json" with the body "{\"Value\": 1, \"value\": \"plain\", \"VALUE\": 2}" of type "application/json"
    Then the body is exactly {"value": "plain"}

  @req:runtime.request.json
  Scenario: The body of a PUT
    When a client requests "PUT /api/request-json" with the JSON {"value": "put"}
    Then the body is exactly {"value": "put"}

  @req:runtime.request.json
  Scenario: A nested object is also indexed by key
    When a client requests "POST /api/request-json-nested" with the JSON {"outer": {"inner": "found"}}
    Then the body is exactly {"value": "found"}

  @req:runtime.request.is-json
  Scenario Outline: The content type <type> is JSON
    When a client requests "POST /api/request-is-json" with the body "{}" of type "<type>"
    Then the body matches {"isTrue": true}

    Examples:
      | type                            |
      | application/json                |
      | application/json; charset=utf-8 |
      | application/json;charset=UTF-8  |
      | Application/JSON                |

  @req:runtime.request.is-json-other
  Scenario Outline: The content type <type> is not JSON
    Given a body of type application/json gives {"isTrue": true}
    When a client requests "POST /api/request-is-json" with the body <body> of type "<type>"
    Then the body matches {"isTrue": false}

    Examples:
      | type                              | body         |
      | text/plain                        | "{}"         |
      | application/x-www-form-urlencoded | "name=plain" |
      | application/xml                   | "<json/>"    |

  @req:runtime.request.is-json-other
  Scenario: Without a content type
    Given a body of type application/json gives {"isTrue": true}
    When a client requests "GET /api/request-is-json"
    Then the body matches {"isTrue": false}

  Rule: What the specification leaves open is observed

    @req:runtime.request.is-json-kin
    Scenario Outline: The content type <type>
      When a client requests "POST /api/request-is-json" with the body "{}" of type "<type>"
      Then "truth" of the answer is recorded

      Examples:
        | type                     |
        | application/problem+json |
        | text/json                |
        | application/json-seq     |

    @req:runtime.request.json-malformed
    Scenario Outline: The body <body>
      When a client requests "POST /api/request-json" with the body <body> of type "application/json"
      Then what the target does is recorded

      Examples:
        | body           |
        | "{\"value\": " |
        | "{'value': 1}" |
        | "not json"     |
        | ""             |

    @req:runtime.request.json-other-type
    Scenario: A JSON body with a text content type
      When a client requests "POST /api/request-json" with the body "{\"value\": 7}" of type "text/plain"
      Then "value" of the answer is recorded
