Feature: Util.toNum
  Converts a text to a number (§1).

  @req:runtime.util.to-num
  Scenario Outline: The number that "<text>" represents
    When a client requests "GET /api/util-to-num?text=<text>"
    Then the body is exactly {"number": <text>, "isNum": true}

    Examples:
      | text    |
      | 0       |
      | 1       |
      | 42      |
      | -3      |
      | 1.5     |
      | -0.25   |
      | 1000000 |

  Rule: What the specification leaves open is observed

    @req:runtime.util.to-num-other
    Scenario Outline: The text <text>
      When a client requests "GET /api/util-to-num?text=<text>"
      Then "number" of the answer is recorded

      Examples:
        | text  |
        |       |
        | abc   |
        | 12abc |
        | 1e3   |
        | 0x10  |
        | %207  |
        | %2B7  |

    @req:runtime.util.to-num-other
    Scenario: No text
      When a client requests "GET /api/util-to-num"
      Then "number" of the answer is recorded
