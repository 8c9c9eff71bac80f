Feature: Reading one user
  A GET of /api/users with the query parameter id returns that user (§4.1).

  @req:users.read.status
  Scenario: A user is answered with 200
    Given a shared user
    When a client read the user
    Then the status is 200

  @req:users.read.members
  Scenario: A user that is read is not wrapped in an envelope
    Given a shared user
    When a client read the user
    Then the body has no envelope

  @late @req:users.read.members
  Scenario Outline: A user whose name ends in <ending> is read unchanged
    Given a shared user whose name ends in <ending>
    When a client reads the user
    Then the answer is that user

    Examples:
      | ending                      |
      | "plain"                     |
      | "Zoë, 日本, 🎉"                |
      | "\"quoted\" and 'quoted'"   |
      | "back\\\\slash and / slash" |
      | "' \|\| 'x' \|\| '"         |
      | "a line\\nand a\\ttab"      |

  @req:users.read.members
  Scenario Outline: A name that looks like the number <name> is still a text
    Given a user whose name is <name>
    When a client reads the user
    Then the answer is that user

    Examples:
      | name  |
      | "007" |
      | "1e3" |

  @req:users.read.members
  Scenario: Each of several users is read unchanged
    Given 3 users
    Then each of the users is found with its own values

  @req:users.read.members
  Scenario: Each of several users that were created at the same time is read unchanged
    Given 3 users that are created at the same time
    Then each of the users is found with its own values when all are read at the same time

  @req:users.read.members
  Scenario: A new user is read, even if its id was requested before
    Given no other scenario about users runs from here on
    And a user
    When a client reads the users with the id "{next}"
    Given another user
    And other scenarios run again
    Then the latest user is unchanged

  @req:users.read.unknown
  Scenario: A deleted user is unknown
    Given reading a user was answered as specified
    And a shared user that was deleted
    When a client reads the user
    Then the status is 404

  @req:users.read.unknown
  Scenario: A deleted user is unknown while a newer one exists
    Given a user
    And another user
    And reading a user was answered as specified
    And the first user was deleted
    When a client reads the first user
    Then the status is 404

  @req:users.read.unknown
  Scenario: An id far beyond the last one is unknown
    Given reading a user was answered as specified
    When a client reads the users with an id far beyond the last one
    Then the status is 404

  @req:users.read.no-other
  Scenario Outline: An unknown id with <addition> returns no other user
    Given reading a user was answered as specified
    And a shared user that was deleted
    When a client reads the users with the id "<id>"
    Then the answer is not a single user

    Examples:
      | addition         | id               |
      | a condition      | {id} OR 1=1      |
      | a quotation mark | {id}' OR '1'='1  |
      | a bracket        | {id}) OR (1=1    |
      | another number   | {id},1,2,3,4,5,6 |
      | a wildcard       | %                |
      | a minus sign     | -{first}         |
      | 2^32 more        | {first wrapped}  |

  @req:users.read.no-other
  Scenario: The id zero returns neither a user nor the list
    Given reading a user was answered as specified
    When a client reads the users with the id "0"
    Then the answer is not a list of users
    And the answer is not a single user

  @alone:users @last @req:users.read.no-other
  Scenario: An id that is only a prefix of others returns none of them
    Given a shared user
    When a client reads the users with an id that is only a prefix of others
    Then the answer is not a user of another id

  @req:users.routing.id-first
  Scenario Outline: An id together with <others> returns the single user
    Given a shared user
    When a client reads the user with <others> in the query string too
    Then the answer is that user, unless the parameters were rejected

    Examples:
      | others             |
      | a page and a limit |
      | names like id      |
      | another method     |
      | other values       |

  Rule: What the specification leaves open is observed

    @req:users.read.created-at
    Scenario: The created_at of a single user
      Given a shared user
      When a client read the user
      Then it is recorded whether the answer has created_at

    @req:users.read.id-shape
    Scenario Outline: A user with the id "<id>"
      Given reading a user was answered as specified
      When a client read the users with the id "<id>"
      Then what the target does is recorded

      Examples:
        | id                      |
        |                         |
        | 0                       |
        | -1                      |
        | 1.5                     |
        | abc                     |
        | 1e3                     |
        | 0x1                     |
        | 1 OR 1=1                |
        | {id}abc                 |
        | {id}.0                  |
        | 0{id}                   |
        | 99999999999999999999999 |
