Feature: Changing a todo

  Background:
    Given what POST / creates is cleaned up with DELETE ${$.url}
    And I send POST / with {"title": "${unique}"}
    And I remember $.url as "url"

  @req:todos.change.title
  Scenario: The title can be changed
    When I send PATCH ${url} with {"title": "${unique:new}"}
    Then the status is a success
    And $.title is "${unique:new}"

  @req:todos.change.completed
  Scenario: A todo can be completed
    When I send PATCH ${url} with {"completed": true}
    Then the status is a success
    And $.completed is true

  @req:todos.change.title-lasts
  Scenario: The new title stays
    Given I send PATCH ${url} with {"title": "${unique:new}"}
    When I send GET ${url}
    Then $.title is "${unique:new}"

  @req:todos.change.completed-lasts
  Scenario: A todo stays completed
    Given I send PATCH ${url} with {"completed": true}
    When I send GET ${url}
    Then $.completed is true

  @req:todos.change.listed
  Scenario: The collection shows the change
    Given I send PATCH ${url} with {"completed": true}
    When I send GET /
    Then every element of $[?@.url == ${url}] matches {"completed": true}

  @req:todos.change.reopened
  Scenario: A completed todo can be reopened
    Given I send PATCH ${url} with {"completed": true}
    When I send PATCH ${url} with {"completed": false}
    Then $.completed is false

  @req:todos.change.keeps-title
  Scenario: Completing a todo leaves its title
    When I send PATCH ${url} with {"completed": true}
    Then $.title is "${unique}"

  @req:todos.change.keeps-completed
  Scenario: A new title leaves a todo completed
    Given I send PATCH ${url} with {"completed": true}
    When I send PATCH ${url} with {"title": "${unique:new}"}
    Then $.completed is true

  @req:todos.change.keeps-url
  Scenario: A changed todo keeps its url
    When I send PATCH ${url} with {"title": "${unique:new}"}
    Then $.url is ${url}

  @req:todos.change.keeps-others
  Scenario: Completing a todo completes no other one
    Given I send POST / with {"title": "${unique:other}"}
    And I remember $.url as "other url"
    When I send PATCH ${url} with {"completed": true}
    And I send GET ${other url}
    Then the body matches {"title": "${unique:other}", "completed": false}
