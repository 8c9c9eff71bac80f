Feature: Paths of scripts
  Each script under api/ is served at the path that matches its file name (§1).

  @req:runtime.routing.script-path
  Scenario Outline: The script api/<name>.wren answers /api/<name>
    When a client requests "GET /api/<name>"
    Then the body contains "<text>" and not "<other>"

    Examples:
      | name        | text               | other              |
      | first-text  | a tarnished kettle | a polished spoon   |
      | second-text | a polished spoon   | a tarnished kettle |

  @req:runtime.routing.script-path
  Scenario: A query string does not belong to the path
    When a client requests "GET /api/first-text?name=second-text&id=7"
    Then the body contains "a tarnished kettle" and not "a polished spoon"

  @req:runtime.routing.all-methods
  Scenario Outline: A script answers <method>
    When a client requests "<method> /api/first-text"
    Then the body contains "a tarnished kettle" and not "a polished spoon"

    Examples:
      | method  |
      | GET     |
      | POST    |
      | PUT     |
      | PATCH   |
      | DELETE  |
      | OPTIONS |

  Rule: What the specification leaves open is observed

    @req:runtime.routing.shared-not-served
    Scenario Outline: The path <path>
      When a client requests "GET <path>"
      Then what the target does is recorded

      Examples:
        | path                 |
        | /api/_route          |
        | /api/_route.wren     |
        | /_migration          |
        | /_migration.wren     |
        | /_db.sqlite3         |
        | /api/first-text.wren |

    @req:runtime.routing.folder-script
    Scenario Outline: The path <path>, where api/first-text.wren is a script
      When a client requests "GET <path>"
      Then what the target does is recorded

      Examples:
        | path                   |
        | /api/first-text/       |
        | /api/first-text/7      |
        | /api/first-text/7/more |
