Feature: Other origins
  Clients are pages of another site (Fetch standard, CORS protocol).

  Background:
    Given I set the header Origin to "https://client.example"

  @req:todos.cors.origin
  Scenario: Any page may read the collection
    When I send GET /
    Then the header Access-Control-Allow-Origin matches /^(\*|https:\/\/client\.example)$/

  @req:todos.cors.origin
  Scenario: Any page may create a todo
    Given what POST / creates is cleaned up with DELETE ${$.url}
    When I send POST / with {"title": "${unique}"}
    Then the header Access-Control-Allow-Origin matches /^(\*|https:\/\/client\.example)$/

  @req:todos.cors.origin
  Scenario Outline: Any page may send <method> to a todo
    Given what POST / creates is cleaned up with DELETE ${$.url}
    And I send POST / with {"title": "${unique}"}
    When I send <method> ${$.url}
    Then the header Access-Control-Allow-Origin matches /^(\*|https:\/\/client\.example)$/

    Examples:
      | method |
      | GET    |
      | DELETE |

  @req:todos.cors.origin
  Scenario: Any page may change a todo
    Given what POST / creates is cleaned up with DELETE ${$.url}
    And I send POST / with {"title": "${unique}"}
    When I send PATCH ${$.url} with {"completed": true}
    Then the header Access-Control-Allow-Origin matches /^(\*|https:\/\/client\.example)$/

  @destructive @req:todos.cors.clear
  Scenario: Any page may delete all todos
    When I send DELETE /
    Then the header Access-Control-Allow-Origin matches /^(\*|https:\/\/client\.example)$/

  @req:todos.cors.origin
  Scenario: Any page may send a preflight
    Given I set the header Access-Control-Request-Method to "PATCH"
    When I send OPTIONS /
    Then the header Access-Control-Allow-Origin matches /^(\*|https:\/\/client\.example)$/

  @req:todos.cors.methods
  Scenario Outline: A preflight allows <method>
    Given I set the header Access-Control-Request-Method to "<method>"
    When I send OPTIONS /
    Then the header Access-Control-Allow-Methods matches /(^|[ ,])(\*|<method>)($|[ ,])/

    Examples:
      | method |
      | PATCH  |
      | DELETE |

  @req:todos.cors.headers
  Scenario: A preflight allows the header of JSON
    Given I set the headers:
      | Access-Control-Request-Method  | POST         |
      | Access-Control-Request-Headers | content-type |
    When I send OPTIONS /
    Then the header Access-Control-Allow-Headers matches /(^|[ ,])(\*|content-type)($|[ ,])/i
