Feature: Request.method
  The HTTP method as an upper-case text (§1).

  @req:runtime.request.method
  Scenario Outline: The method of a <method>
    When a client requests "<method> /api/request-method"
    Then the body matches {"method": "<method>"}

    Examples:
      | method  |
      | GET     |
      | POST    |
      | PUT     |
      | DELETE  |
      | OPTIONS |

  Rule: What the specification leaves open is observed

    @req:runtime.request.method-other
    Scenario: A method that the specification does not name
      When a client requests "PATCH /api/request-method"
      Then "method" of the answer is recorded
