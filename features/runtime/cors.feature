Feature: Response.cors
  The three variants, and the three rules that hold for each of them (§1).

  Rule: The variants allow what they are given

    @req:runtime.cors.all-origins
    Scenario Outline: Response.cors allows <origin>
      When a page at "<origin>" requests "<method> /api/cors-any"
      Then the answer allows the origin "<origin>"

      Examples:
        | origin                         | method  |
        | https://one.touchstone.example | GET     |
        | http://localhost:8080          | GET     |
        | https://one.touchstone.example | OPTIONS |
        | http://localhost:8080          | OPTIONS |

    @req:runtime.cors.one-origin
    Scenario Outline: Response.cors(origin) allows that origin, asked by <origin>
      When a page at "<origin>" requests "<method> /api/cors-origin"
      Then the answer allows no other origin than "https://one.touchstone.example"

      Examples:
        | origin                         | method  |
        | https://one.touchstone.example | GET     |
        | https://one.touchstone.example | OPTIONS |
        | https://two.touchstone.example | GET     |
        | https://two.touchstone.example | OPTIONS |

    @req:runtime.cors.full-origin
    Scenario Outline: Response.cors(origin, methods, headers) allows that origin, asked by <origin>
      When a page at "<origin>" requests "<method> /api/cors-full"
      Then the answer allows no other origin than "https://one.touchstone.example"

      Examples:
        | origin                         | method  |
        | https://one.touchstone.example | GET     |
        | https://one.touchstone.example | OPTIONS |
        | https://two.touchstone.example | GET     |
        | https://two.touchstone.example | OPTIONS |

    @req:runtime.cors.full-methods
    Scenario: Response.cors(origin, methods, headers) allows the methods of the list
      When a page at "https://one.touchstone.example" requests "OPTIONS /api/cors-full"
      Then "Access-Control-Allow-Methods" lists "GET, PUT" and not "DELETE"

    @req:runtime.cors.full-headers
    Scenario: Response.cors(origin, methods, headers) allows the request headers of the list
      When a page at "https://one.touchstone.example" requests "OPTIONS /api/cors-full"
      Then "Access-Control-Allow-Headers" lists "x-probe, x-other" and not "content-type"

  Rule: The call sets the CORS headers (rule 1)

    @req:runtime.cors.sets-headers
    Scenario Outline: The answer to <method> of api/<script>.wren allows an origin
      When a page at "https://one.touchstone.example" requests "<method> /api/<script>"
      Then the answer allows an origin

      Examples:
        | script      | method  |
        | cors-any    | GET     |
        | cors-any    | POST    |
        | cors-any    | PUT     |
        | cors-any    | DELETE  |
        | cors-any    | OPTIONS |
        | cors-origin | GET     |
        | cors-origin | POST    |
        | cors-origin | PUT     |
        | cors-origin | DELETE  |
        | cors-origin | OPTIONS |
        | cors-full   | GET     |
        | cors-full   | POST    |
        | cors-full   | PUT     |
        | cors-full   | DELETE  |
        | cors-full   | OPTIONS |

  Rule: For OPTIONS it answers the preflight and returns true (rule 2)

    @req:runtime.cors.answers-preflight
    Scenario Outline: A preflight of api/<script>.wren is answered
      When a page at "https://one.touchstone.example" requests "OPTIONS /api/<script>"
      Then the preflight is answered

      Examples:
        | script      |
        | cors-any    |
        | cors-origin |
        | cors-full   |

    @req:runtime.cors.answers-preflight
    Scenario: An OPTIONS request without an origin
      When a client requests "OPTIONS /api/cors-any"
      Then the preflight is answered

    @req:runtime.cors.returns-true
    Scenario Outline: The variant "<variant>" returns true for OPTIONS, and the script returns immediately
      When a page at "https://one.touchstone.example" requests "OPTIONS /api/cors-result?variant=<variant>&list={list}"
      Then the list contains ["returned true"]

      Examples:
        | variant |
        | any     |
        | origin  |
        | full    |

    @req:runtime.cors.returns-true
    Scenario: It returns true for an OPTIONS request without an origin
      When a client requests "OPTIONS /api/cors-result?variant=any&list={list}"
      Then the list contains ["returned true"]

    @req:runtime.cors.returns-true
    Scenario Outline: Nothing after the return of api/<script>.wren is sent
      When a page at "https://one.touchstone.example" requests "OPTIONS /api/<script>"
      Then the text of the body does not contain "went on"

      Examples:
        | script      |
        | cors-any    |
        | cors-origin |
        | cors-full   |

  Rule: What the specification leaves open is observed

    @req:runtime.cors.preflight-status
    Scenario: The status of a preflight
      When a page at "https://one.touchstone.example" requests "OPTIONS /api/cors-any"
      Then what the target does is recorded

    @req:runtime.cors.preflight-status
    Scenario: The status of an OPTIONS request without an origin
      When a client requests "OPTIONS /api/cors-any"
      Then what the target does is recorded

  Rule: For any other method it returns false and processing continues (rule 3)

    @req:runtime.cors.continues
    Scenario Outline: api/<script>.wren goes on for <method>
      When a page at "https://one.touchstone.example" requests "<method> /api/<script>"
      Then the body is exactly "went on"

      Examples:
        | script      | method |
        | cors-any    | GET    |
        | cors-any    | POST   |
        | cors-any    | PUT    |
        | cors-any    | DELETE |
        | cors-origin | GET    |
        | cors-origin | POST   |
        | cors-full   | GET    |
        | cors-full   | POST   |

    @req:runtime.cors.continues
    Scenario Outline: api/<script>.wren goes on for a GET from another origin
      When a page at "https://two.touchstone.example" requests "GET /api/<script>"
      Then the body is exactly "went on"

      Examples:
        | script      |
        | cors-origin |
        | cors-full   |

    @req:runtime.cors.continues
    Scenario Outline: The variant "<variant>" returns false for <method>
      When a page at "https://one.touchstone.example" requests "<method> /api/cors-result?variant=<variant>&list={list}"
      Then the list contains ["returned false", "went on"]

      Examples:
        | variant | method |
        | any     | GET    |
        | origin  | POST   |
        | full    | DELETE |
