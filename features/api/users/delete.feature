Feature: Deleting users
  A DELETE of /api/users with an id removes that user without checking that it exists (§4.1).

  @req:users.delete.status
  Scenario: A deletion is answered with 204
    When a client tried deleting a user
    Then the status is 204

  @req:users.delete.removes
  Scenario: Only the deleted user is gone
    Given no other scenario about users runs from here on
    And a user
    And another user of the same name
    When a client deletes the user
    And other scenarios run again
    Then the first user is unchanged
    And that user is gone

  @req:users.delete.removes
  Scenario: The user that the id names is removed, not the latest one
    Given no other scenario about users runs from here on
    And a user
    And another user
    When a client deletes the first user
    And other scenarios run again
    Then the latest user is unchanged
    And the first user is gone

  @req:users.delete.removes
  Scenario: A deletion of a deleted user removes no newer one
    Given no other scenario about users runs from here on
    And a user
    And another user
    And the first user was deleted
    When a client deletes the first user
    And other scenarios run again
    Then the latest user is unchanged

  @req:users.delete.removes
  Scenario: Deletions at the same time each remove their own row
    Given 2 users
    Then each of the users is gone when all are deleted at the same time

  @alone:users @req:users.delete.removes
  Scenario: A user is gone after earlier reads and lists
    Given a user
    When a client reads the user, lists all and deletes it
    Then that user is gone

  @req:users.delete.removes
  Scenario: An unknown id with a condition, quotation mark, comma or minus sign deletes no other user
    Given a shared user that was deleted
    And a user
    Then a deletion of users with each of these ids leaves the latest user unchanged:
      | {first} OR id={id}   |
      | {first}' OR id='{id} |
      | {first},{id}         |
      | -{id}                |

  @req:users.delete.removes
  Scenario: An id followed by letters removes no other user
    Given no other scenario about users runs from here on
    And a user
    And another user
    When a client deletes the user with its id followed by letters
    And other scenarios run again
    Then the first user is unchanged

  @req:users.delete.removes
  Scenario: The id in the query string selects the row to delete, not an id in the body
    Given a user
    And another user
    When a client deletes the user with the id of the first one in a body
    Then the first user is unchanged

  @req:users.delete.unknown
  Scenario: Deleting a deleted user is answered with 204 again
    Given a shared user that was deleted
    When a client deletes the user
    Then the status is 204

  Rule: What the specification leaves open is observed

    @req:users.delete.email
    Scenario: The e-mail address of a deleted user
      Given a shared user that was deleted
      When a client creates another user with the same e-mail address
      Then what the target does is recorded

    @req:users.delete.id-shape
    Scenario: A deletion with an id followed by letters
      Given a user
      When a client deletes the user with its id followed by letters
      Then the effect on the user is recorded

    @alone:users @req:users.delete.id-again
    Scenario: The id of the latest user after its deletion
      Given no other scenario about users runs from here on
      And a user
      And the first user was deleted
      And another user
      Then it is recorded whether its id is that of the first one

    @req:users.delete.body
    Scenario: The body that comes with 204
      When a client tried deleting a user
      Then the declared length of the answer is recorded
