Feature: Reading a todo

  Background:
    Given what POST / creates is cleaned up with DELETE ${$.url}
    And I send POST / with {"title": "${unique}"}
    And I remember $.url as "url"

  @req:todos.read.status
  Scenario: The url identifies the todo
    When I send GET ${url}
    Then the status is a success

  @req:todos.read.title
  Scenario: The todo has its title
    When I send GET ${url}
    Then $.title is "${unique}"

  @req:todos.read.completed
  Scenario: The todo is not completed
    When I send GET ${url}
    Then $.completed is false

  @req:todos.read.url
  Scenario: The todo has the url that it was read from
    When I send GET ${url}
    Then $.url is ${url}

  @req:todos.read.unknown
  Scenario: An unknown url
    When I send GET ${url}${unique}
    Then the answer is recorded
