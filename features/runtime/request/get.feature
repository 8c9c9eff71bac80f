Feature: Request.get
  The value of a query-string parameter (§1).

  @req:runtime.request.get
  Scenario Outline: The value of "name" in ?<query>
    When a client requests "GET /api/request-get?<query>"
    Then the body matches {"value": "<value>"}

    Examples:
      | query                    | value |
      | name=plain               | plain |
      | name=7                   | 7     |
      | name=007                 | 007   |
      | name=1.50                | 1.50  |
      | name=true                | true  |
      | first=1&name=plain       | plain |
      | name=plain&last=2        | plain |
      | surname=other&name=plain | plain |
      | other=name&name=plain    | plain |
      | name=a-b_c.d~e           | a-b_c.d~e |
      | name=a=b                 | a=b   |
      | name=eA==&last=2         | eA==  |
      | =first&name=plain        | plain |
      | first&name=plain         | plain |
      | &name=plain&             | plain |

  @req:runtime.request.get
  Scenario Outline: A parameter of a <method>
    When a client requests "<method> /api/request-get?name=plain"
    Then the body matches {"value": "plain", "truth": "truthy"}

    Examples:
      | method |
      | POST   |
      | PUT    |
      | DELETE |

  @req:runtime.request.get
  Scenario: A value of 100 characters
    When a client requests "GET /api/request-get?name=00.abcdefg01.abcdefg02.abcdefg03.abcdefg04.abcdefg05.abcdefg06.abcdefg07.abcdefg08.abcdefg09.abcdefg"
    Then the body matches {"value": "00.abcdefg01.abcdefg02.abcdefg03.abcdefg04.abcdefg05.abcdefg06.abcdefg07.abcdefg08.abcdefg09.abcdefg"}

  @req:runtime.request.get-encoded
  Scenario Outline: The decoded value of ?name=<encoded>
    When a client requests "GET /api/request-get?name=<encoded>"
    Then the body matches {"value": <value>}

    Examples:
      | encoded                        | value             |
      | two%20words                    | "two words"       |
      | a%26b%3Dc                      | "a&b=c"           |
      | 100%25                         | "100%"            |
      | 1%2B1                          | "1+1"             |
      | Zo%C3%AB%20%E6%97%A5%E6%9C%AC  | "Zoë 日本"        |
      | %F0%9F%8E%89                   | "🎉"              |
      | %22quoted%22%20%5C%20%27       | "\"quoted\" \\\\ '" |
      | %3Cb%3E%3F%23%2F               | "<b>?#/"          |
      | line%0Aline                    | "line\\nline"      |
      | %3Da%26name%3Db%2B             | "=a&name=b+"      |
      | 100%2525                       | "100%25"          |
      | %20%20padded%20                | "  padded "       |

  @req:runtime.request.get-encoded
  Scenario: The decoded name of ?n%61me=plain
    When a client requests "GET /api/request-get?n%61me=plain"
    Then the body matches {"value": "plain"}

  @req:runtime.request.get-absent
  Scenario Outline: Without "name", in <request>
    Given "GET /api/request-get?name=plain" gives {"truth": "truthy"}, by runtime.request.get
    When a client requests "<request>"
    Then the body matches {"truth": "falsey"}

    Examples:
      | request                                  |
      | GET /api/request-get                     |
      | GET /api/request-get?                    |
      | GET /api/request-get?other=1             |
      | GET /api/request-get?surname=x&names=y   |
      | GET /api/request-get?other=name%3Dplain  |
      | GET /api/request-get?=name               |
      | GET /api/request-get?other=1%26name=x    |

  @req:runtime.request.get-absent
  Scenario: A form field is not a parameter
    Given "GET /api/request-get?name=plain" gives {"truth": "truthy"}, by runtime.request.get
    When a client requests "POST /api/request-get" with the form "name=plain"
    Then the body matches {"truth": "falsey"}

  @req:runtime.request.get-absent
  Scenario: A member of a JSON body is not a parameter
    Given "GET /api/request-get?name=plain" gives {"truth": "truthy"}, by runtime.request.get
    When a client requests "POST /api/request-get" with the JSON {"name": "plain"}
    Then the body matches {"truth": "falsey"}

  Rule: What the specification leaves open is observed

    @req:runtime.request.get-empty
    Scenario Outline: The query string ?<query>
      When a client requests "GET /api/request-get?<query>"
      Then "value" of the answer is recorded
      And "truth" of the answer is recorded

      Examples:
        | query |
        | name= |
        | name  |

    @req:runtime.request.get-repeated
    Scenario: A parameter that is given twice
      When a client requests "GET /api/request-get?name=first&name=second"
      Then "value" of the answer is recorded

    @req:runtime.request.get-plus
    Scenario: A plus sign
      When a client requests "GET /api/request-get?name=a+b"
      Then "value" of the answer is recorded
