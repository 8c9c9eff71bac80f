Feature: Request.header
  The value of a request header, falsey when it is absent (§1).

  @req:runtime.request.header
  Scenario Outline: The header that is sent as <header>
    When a client requests "GET /api/request-header" with the header "<header>"
    Then the body matches {"value": "<value>"}

    Examples: values
      | header                         | value                 |
      | x-probe: plain                 | plain                 |
      | x-probe: two words             | two words             |
      | x-probe: Bearer abc.def-123_4= | Bearer abc.def-123_4= |
      | x-probe: a, b; c=d             | a, b; c=d             |
      | x-probe: 007                   | 007                   |
      | x-probe: true                  | true                  |

    Examples: names in another letter case
      | header         | value |
      | X-Probe: plain | plain |
      | X-PROBE: plain | plain |

  @req:runtime.request.header
  Scenario: A value of 100 characters
    When a client requests "GET /api/request-header" with the header "X-Probe: 00.abcdefg01.abcdefg02.abcdefg03.abcdefg04.abcdefg05.abcdefg06.abcdefg07.abcdefg08.abcdefg09.abcdefg"
    Then the body matches {"value": "00.abcdefg01.abcdefg02.abcdefg03.abcdefg04.abcdefg05.abcdefg06.abcdefg07.abcdefg08.abcdefg09.abcdefg"}

  @req:runtime.request.header
  Scenario Outline: A header of a <method>
    When a client requests "<method> /api/request-header" with the header "X-Probe: plain"
    Then the body matches {"value": "plain", "truth": "truthy"}

    Examples:
      | method |
      | POST   |
      | PUT    |
      | DELETE |

  @req:runtime.request.header-absent
  Scenario: Without the header
    Given a header gives {"truth": "truthy"}
    When a client requests "GET /api/request-header"
    Then the body matches {"truth": "falsey"}

  @req:runtime.request.header-absent
  Scenario: With others of a similar name
    Given a header gives {"truth": "truthy"}
    When a client requests "GET /api/request-header?x-probe=1" with the header "X-Probe-Other: plain"
    Then the body matches {"truth": "falsey"}

  Rule: What the specification leaves open is observed

    @req:runtime.request.header-empty
    Scenario: An empty header
      When a client requests "GET /api/request-header" with the header "X-Probe: "
      Then "value" of the answer is recorded
      And "truth" of the answer is recorded

    @req:runtime.request.header-upper-case
    Scenario: The script writes the name in upper case
      When a client requests "GET /api/request-header-upper-case" with the header "X-Probe: plain"
      Then "truth" of the answer is recorded
