Feature: The method query
  Executes a statement; for an INSERT the result is the id of the new row (§1).

  @req:runtime.query.query
  Scenario: An INSERT stores a row
    When a client requests "POST /api/lists?id={list}&text=stored"
    Then the list contains ["stored"]

  @req:runtime.query.query
  Scenario: An UPDATE changes rows
    Given a list of "one, two"
    When a client requests "PUT /api/lists?id={list}&text=changed"
    Then the body matches {"entries": [{"id": "#any", "text": "changed"}, {"id": "#any", "text": "changed"}]}
    And the list contains ["changed", "changed"]

  @req:runtime.query.query
  Scenario: A DELETE removes rows
    Given a list of "one, two"
    When a client requests "DELETE /api/lists?id={list}"
    Then the body matches {"entries": []}
    And the list contains []

  @req:runtime.query.insert-id
  Scenario: Each INSERT returns the id of its row
    Given a list of "one, two"
    When a client requests "POST /api/lists?id={list}&text=three"
    Then the answer contains the id under which the last entry is listed

  @req:runtime.query.insert-id
  Scenario: INSERTs at the same time return the ids of their own rows
    When clients add "first, second, third, fourth, fifth" to a list at the same time
    Then each answer contains the id under which its entry is listed

  Rule: What the specification leaves open is observed

    @req:runtime.query.query-result
    Scenario Outline: The result of <statement>
      Given a list of "one, two"
      When a client requests "POST /api/query-result?list={list}"
      Then "<statement>" of the answer is recorded

      Examples:
        | statement |
        | update    |
        | delete    |

    @req:runtime.query.query-without-parameters
    Scenario: Without a list of parameters
      When a client requests "POST /api/query-without-parameters"
      Then what the target does is recorded
