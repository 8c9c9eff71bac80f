Feature: The collection
  The base URL is the collection itself.

  Background:
    Given what POST / creates is cleaned up with DELETE ${$.url}

  @req:todos.list.status
  Scenario: The collection exists
    When I send GET /
    Then the status is a success

  @req:todos.list.array
  Scenario: The collection is an array
    When I send GET /
    Then $ is an array

  @req:todos.list.holds
  Scenario: A new todo is in the collection
    Given I send POST / with {"title": "${unique}"}
    When I send GET /
    Then $[?@.title == '${unique}'] has 1 element

  @req:todos.list.holds
  Scenario: A new todo replaces no other
    Given I send POST / with {"title": "${unique:first}"}
    And I send POST / with {"title": "${unique:second}"}
    When I send GET /
    Then $[?@.title == '${unique:first}'] has 1 element
    And $[?@.title == '${unique:second}'] has 1 element

  @req:todos.list.urls
  Scenario: A todo has the same url everywhere
    Given I send POST / with {"title": "${unique}"}
    And I remember $.url as "url"
    When I send GET /
    Then every element of $[?@.title == '${unique}'] matches {"url": ${url}}
