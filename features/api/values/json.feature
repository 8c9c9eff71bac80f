Feature: Bodies and query strings in every form
  Request bodies are JSON in any notation (§4), and query strings may be percent-encoded.

  @late
  Rule: The same JSON can be written in many ways

    @req:http.json.any-form
    Scenario Outline: A <resource> is created from a body with <notation>
      Given a shared <resource>
      When a client creates another <resource> from a body with <notation>
      Then the answer repeats the <resource>
      And the <resource> is found with its values

      Examples:
        | resource | notation                               |
        | user     | blanks and line ends between its parts |
        | user     | its members in reverse order           |
        | user     | escape sequences for all characters    |
        | user     | escape sequences in its names          |
        | user     | escaped slashes                        |
        | product  | blanks and line ends between its parts |
        | product  | escape sequences for all characters    |
        | product  | an exponent in its price               |

    @req:http.json.any-form
    Scenario Outline: A <resource> is updated from a body with <notation>
      Given updating a <resource> was answered as specified
      And a <resource>
      When a client updates the <resource> from a body with <notation>
      Then the <resource> is found with its new values

      Examples:
        | resource | notation                               |
        | user     | blanks and line ends between its parts |
        | user     | escape sequences for all characters    |
        | product  | its members in reverse order           |
        | product  | an exponent in its price               |

  Rule: A query string can be percent-encoded

    @req:http.query.encoded
    Scenario Outline: A percent-encoded id names the <resource>
      Given reading a <resource> was answered as specified
      When a client reads the <resource> with a percent-encoded id
      Then the answer is that <resource>

      Examples:
        | resource |
        | user     |
        | product  |

    @req:http.query.encoded
    Scenario: A percent-encoded limit is understood
      Given 2 shared products
      And listing products was answered as specified
      When a client lists the products with a percent-encoded limit of 1
      Then the pagination reports the limit 1

  Rule: What the specification leaves open is observed

    @req:http.json.extra-members
    Scenario Outline: A <resource> with members that the table does not list
      Given a shared <resource>
      When a client creates another <resource> with members that the table does not list
      Then what the target does is recorded

      Examples:
        | resource |
        | user     |
        | product  |

    @req:http.methods.other
    Scenario Outline: The method <method> for <resources>
      When a client sends <method> to <resources>
      Then what the target does is recorded

      Examples:
        | method     | resources |
        | PROPFIND   | users     |
        | TOUCHSTONE | users     |
        | PROPFIND   | products  |
        | TOUCHSTONE | products  |
