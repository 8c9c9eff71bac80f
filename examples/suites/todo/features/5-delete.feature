Feature: Deleting

  Rule: A todo is deleted by its url

    Background:
      Given what POST / creates is cleaned up with DELETE ${$.url}
      And I send POST / with {"title": "${unique}"}
      And I remember $.url as "url"

    @req:todos.delete.status
    Scenario: A todo can be deleted
      When I send DELETE ${url}
      Then the status is a success

    @req:todos.delete.gone
    Scenario: A deleted todo is not listed
      Given I send DELETE ${url}
      When I send GET /
      Then $[?@.title == '${unique}'] has no elements

    @req:todos.delete.keeps-others
    Scenario: Deleting a todo deletes no other one
      Given I send POST / with {"title": "${unique:other}"}
      And I send DELETE ${url}
      When I send GET /
      Then $[?@.title == '${unique:other}'] has at least 1 element

    @req:todos.delete.read
    Scenario: Reading a deleted todo
      Given I send DELETE ${url}
      When I send GET ${url}
      Then the answer is recorded

  Rule: All todos are deleted by a DELETE of the collection

    @destructive @req:todos.clear.status
    Scenario: All todos can be deleted with one request
      When I send DELETE /
      Then the status is a success

    @destructive @req:todos.clear.empty
    Scenario: No todo remains
      Given I send POST / with {"title": "${unique}"}
      And I send DELETE /
      When I send GET /
      Then the body is exactly []
