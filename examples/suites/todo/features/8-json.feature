Feature: JSON

  Background:
    Given what POST / creates is cleaned up with DELETE ${$.url}

  @req:todos.json.media-type
  Scenario: The collection is JSON
    When I send GET /
    Then the media type is application/json

  @req:todos.json.media-type
  Scenario: A new todo is JSON
    When I send POST / with {"title": "${unique}"}
    Then the media type is application/json

  @req:todos.json.media-type
  Scenario: A todo is JSON
    Given I send POST / with {"title": "${unique}"}
    And I send GET ${$.url}
    Then the media type is application/json

  @req:todos.json.media-type
  Scenario: A changed todo is JSON
    Given I send POST / with {"title": "${unique}"}
    And I send PATCH ${$.url} with {"completed": true}
    Then the media type is application/json
