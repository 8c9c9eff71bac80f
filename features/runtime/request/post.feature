Feature: Request.post
  The value of a form field, null when the field is missing (§1).

  @req:runtime.request.post
  Scenario Outline: The field "name" of the form <form>
    When a client requests "POST /api/request-post" with the form "<form>"
    Then the body matches {"value": "<value>"}

    Examples:
      | form                     | value |
      | name=plain               | plain |
      | name=7                   | 7     |
      | name=007                 | 007   |
      | name=1.50                | 1.50  |
      | name=true                | true  |
      | first=1&name=plain       | plain |
      | surname=other&name=plain | plain |
      | name=a=b                 | a=b   |
      | name=eA==&last=2         | eA==  |
      | =first&name=plain        | plain |
      | &name=plain&             | plain |

  @req:runtime.request.post
  Scenario: The field of a form that is sent with PUT
    When a client requests "PUT /api/request-post" with the form "first=1&name=plain"
    Then the body matches {"value": "plain", "isNull": false}

  @req:runtime.request.post
  Scenario Outline: The field of a form of type <type>
    When a client requests "<method> /api/request-post" with the body "name=plain" of type "<type>"
    Then the body matches {"value": "plain"}

    Examples:
      | method | type                                             |
      | POST   | application/x-www-form-urlencoded; charset=UTF-8 |
      | PUT    | Application/X-WWW-Form-URLEncoded                |

  @req:runtime.request.post
  Scenario: A value of 100 characters
    When a client requests "POST /api/request-post" with the form "name=00.abcdefg01.abcdefg02.abcdefg03.abcdefg04.abcdefg05.abcdefg06.abcdefg07.abcdefg08.abcdefg09.abcdefg"
    Then the body matches {"value": "00.abcdefg01.abcdefg02.abcdefg03.abcdefg04.abcdefg05.abcdefg06.abcdefg07.abcdefg08.abcdefg09.abcdefg"}

  @req:runtime.request.post
  Scenario: An empty field is not missing
    When a client requests "POST /api/request-post" with the form "name="
    Then the body matches {"value": "", "isNull": false}

  @req:runtime.request.post-encoded
  Scenario Outline: The decoded value of name=<encoded>
    When a client requests "POST /api/request-post" with the form "name=<encoded>"
    Then the body matches {"value": <value>}

    Examples:
      | encoded                        | value             |
      | two%20words                    | "two words"       |
      | two+words                      | "two words"       |
      | a%26b%3Dc                      | "a&b=c"           |
      | 1%2B1%20is%20100%25            | "1+1 is 100%"     |
      | Zo%C3%AB%20%E6%97%A5%E6%9C%AC  | "Zoë 日本"        |
      | %22quoted%22%20%5C%20%27       | "\"quoted\" \\\\ '" |
      | line%0Aline                    | "line\\nline"      |
      | %3Da%26name%3Db%2B+            | "=a&name=b+ "     |
      | 100%2525                       | "100%25"          |
      | ++padded+                      | "  padded "       |

  @req:runtime.request.post-encoded
  Scenario: The value in a form that is sent with PUT
    When a client requests "PUT /api/request-post" with the form "name=a+b%26c%3Dd"
    Then the body matches {"value": "a b&c=d"}

  @req:runtime.request.post-encoded
  Scenario: The decoded name of n%61m%65=plain
    When a client requests "POST /api/request-post" with the form "n%61m%65=plain"
    Then the body matches {"value": "plain"}

  @req:runtime.request.post-missing
  Scenario Outline: Without "name", in the form <form>
    Given a form with the field "name" gives {"isNull": false}
    When a client requests "POST /api/request-post" with the form "<form>"
    Then the body matches {"isNull": true}

    Examples:
      | form               |
      | other=1            |
      | surname=x&names=y  |
      | other=name%3Dplain |
      | =name              |
      | other=1%26name=x   |

  @req:runtime.request.post-missing
  Scenario: A parameter of the query string is not a form field
    Given a form with the field "name" gives {"isNull": false}
    When a client requests "POST /api/request-post?name=plain" with the form "other=1"
    Then the body matches {"isNull": true}

  @req:runtime.request.null-falsey
  Scenario: The fallback for a missing field
    When a client requests "POST /api/request-post" with the form "other=1"
    Then the body matches {"orEmpty": ""}

  @req:runtime.request.null-falsey
  Scenario Outline: A field that is there in a <method> needs no fallback
    When a client requests "<method> /api/request-post" with the form "name=plain"
    Then the body matches {"orEmpty": "plain"}

    Examples:
      | method |
      | POST   |
      | PUT    |

  Rule: What the specification leaves open is observed

    @req:runtime.request.post-repeated
    Scenario: A field that is given twice
      When a client requests "POST /api/request-post" with the form "name=first&name=second"
      Then "value" of the answer is recorded

    @req:runtime.request.post-other-body
    Scenario Outline: A body of type <type>
      When a client requests "POST /api/request-post" with the body <body> of type "<type>"
      Then "value" of the answer is recorded

      Examples:
        | type                              | body                                                                                        |
        | application/json                  | "{\"name\": \"plain\"}"                                                                     |
        | multipart/form-data; boundary=cut | "--cut\\r\\nContent-Disposition: form-data; name=\"name\"\\r\\n\\r\\nplain\\r\\n--cut--\\r\\n" |
        | text/plain                        | "name=plain"                                                                                |
