Feature: Creating a todo

  Background:
    Given what POST / creates is cleaned up with DELETE ${$.url}

  @req:todos.create.status
  Scenario: A title is enough for a todo
    When I send POST / with {"title": "${unique}"}
    Then the status is a success

  @req:todos.create.title
  Scenario: The answer has the title
    When I send POST / with {"title": "${unique}"}
    Then $.title is "${unique}"

  @req:todos.create.any-title
  Scenario Outline: The title ${unique} <title> is returned
    When I send POST / with {"title": "${unique} <title>"}
    Then the body matches {"title": "#sent"}

    Examples:
      | title                 |
      | Äpfel, 漢字 und 🍎      |
      | \"quotes\" and 'more' |
      | <b>&amp;</b>          |
      | 100 % of a \\\\ path   |

  @req:todos.create.completed
  Scenario: A new todo is not completed
    When I send POST / with {"title": "${unique}"}
    Then $.completed is false

  @req:todos.create.url
  Scenario: A new todo has a url
    When I send POST / with {"title": "${unique}"}
    Then $.url is a string

  @req:todos.create.absolute-url
  Scenario: The url is absolute
    When I send POST / with {"title": "${unique}"}
    Then $.url matches /^https?:\/\/[^/]+/

  @req:todos.create.own-url
  Scenario: Two todos have two urls
    Given I send POST / with {"title": "${unique:first}"}
    And I remember $.url as "first url"
    When I send POST / with {"title": "${unique:second}"}
    Then $.url is not ${first url}

  @req:todos.create.without-title
  Scenario: A todo without a title
    When I send POST / with {"order": 1}
    Then the answer is recorded
