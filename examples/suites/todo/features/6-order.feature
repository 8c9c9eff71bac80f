Feature: Order

  Background:
    Given what POST / creates is cleaned up with DELETE ${$.url}

  @req:todos.order.create
  Scenario: A todo is created with an order
    When I send POST / with {"title": "${unique}", "order": 523}
    Then $.order is 523

  @req:todos.order.lasts
  Scenario: The order is kept
    Given I send POST / with {"title": "${unique}", "order": 523}
    When I send GET ${$.url}
    Then $.order is 523

  @req:todos.order.listed
  Scenario: The collection shows the order
    Given I send POST / with {"title": "${unique}", "order": 523}
    When I send GET /
    Then $[?@.title == '${unique}'].order is 523

  @req:todos.order.change
  Scenario: The order can be changed
    Given I send POST / with {"title": "${unique}", "order": 523}
    When I send PATCH ${$.url} with {"order": 95}
    Then $.order is 95

  @req:todos.order.change-lasts
  Scenario: The new order is kept
    Given I send POST / with {"title": "${unique}", "order": 523}
    And I remember $.url as "url"
    And I send PATCH ${url} with {"order": 95}
    When I send GET ${url}
    Then $.order is 95

  @req:todos.order.default
  Scenario: A todo without an order
    When I send POST / with {"title": "${unique}"}
    Then the type of $.order is recorded
