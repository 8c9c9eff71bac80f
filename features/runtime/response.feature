Feature: Response.status and Response.json
  Sets the status, 200 by default, and sends a value as JSON (§1).

  @req:runtime.response.status
  Scenario Outline: The status <code>
    When a client requests "GET /api/response-status?code=<code>"
    Then the status is <code>

    Examples:
      | code |
      | 200  |
      | 201  |
      | 400  |
      | 401  |
      | 403  |
      | 404  |
      | 500  |

  @req:runtime.response.status
  Scenario: A status without a body
    When a client requests "DELETE /api/response-status-alone" or "DELETE /api/response-status-empty"
    Then one of the statuses is 204

  @req:runtime.response.status-default
  Scenario Outline: A <method> without Response.status
    When a client requests "<method> /api/first-text"
    Then the status is 200

    Examples:
      | method |
      | GET    |
      | POST   |
      | PUT    |
      | DELETE |

  @req:runtime.response.json
  Scenario: A map of values of every kind
    When a client requests "GET /api/response-json"
    Then the body is exactly
      """
      {
        "null": null,
        "true": true,
        "false": false,
        "zero": 0,
        "negative": -7,
        "fraction": 1.25,
        "million": 1000000,
        "digits": 123456789012,
        "decimals": 123456.789012,
        "empty text": "",
        "quotes": "\"quoted\" and 'quoted', back\\slash",
        "lines": "a line\nand a\ttab",
        "controls": "\u0001\b\f\r\u001b\u007f",
        "unicode": "Zoë, 日本, 🎉",
        "markup": "<b>bold</b> & more",
        "list": [1, "two", null, [true]],
        "empty list": [],
        "a \"key\" of Zoë\n": "with a line end",
        "map": {"inner": {"deeper": "text"}},
        "empty map": {}
      }
      """

  @req:runtime.response.json
  Scenario Outline: The value <value> by itself
    When a client requests "GET /api/<script>"
    Then the body is exactly <value>

    Examples:
      | script               | value                      |
      | first-text           | "a tarnished kettle"       |
      | response-json-number | 42.5                       |
      | response-json-null   | null                       |
      | response-json-list   | ["one", 2, {"three": 3}]   |

  @req:runtime.response.json
  Scenario Outline: A value that is sent with the status <code>
    When a client requests "GET /api/response-status?code=<code>"
    Then the body is exactly {"sent with": "<code>"}

    Examples:
      | code |
      | 200  |
      | 201  |
      | 400  |
      | 401  |
      | 403  |
      | 404  |
      | 500  |

  @req:runtime.response.json-valid
  Scenario Outline: <value>, which JSON cannot represent
    When a client requests "GET /api/<script>"
    Then the answer is JSON with {"text": 1}, or an error of the server

    Examples:
      | value                      | script                  |
      | A map with other keys      | response-json-keys      |
      | An infinite number         | response-json-infinite  |
      | An undefined number        | response-json-undefined |

  @req:runtime.response.content-type
  Scenario Outline: The content type of <method> /api/<script>
    When a client requests "<method> /api/<script>"
    Then its content type is JSON

    Examples: values
      | method | script             |
      | GET    | first-text         |
      | GET    | response-json      |
      | GET    | response-json-list |

    Examples: methods
      | method  | script     |
      | POST    | first-text |
      | PUT     | first-text |
      | PATCH   | first-text |
      | DELETE  | first-text |
      | OPTIONS | first-text |

    Examples: statuses
      | method | script                   |
      | GET    | response-status?code=201 |
      | POST   | own-request?name=any     |
      | PUT    | own-request?name=any     |
      | GET    | response-status?code=400 |
      | GET    | response-status?code=401 |
      | GET    | response-status?code=403 |
      | GET    | response-status?code=404 |
      | GET    | response-status?code=500 |

  Rule: What the specification leaves open is observed

    @req:runtime.response.json-other
    Scenario Outline: The body of api/<script>.wren
      When a client requests "GET /api/<script>"
      Then the status and the body are recorded

      Examples:
        | script                  |
        | response-json-keys      |
        | response-json-infinite  |
        | response-json-undefined |

    @req:runtime.response.nothing
    Scenario: A script that sends nothing
      When a client requests "GET /api/response-nothing"
      Then what the target does is recorded

    @req:runtime.response.fault
    Scenario: A script that ends with a runtime error
      When a client requests "GET /api/response-fault"
      Then what the target does is recorded
