Feature: Updating users
  A PUT to /api/users with an id replaces the name and the e-mail address (§4.1, rule 3).

  @req:users.update.status
  Scenario: An update is answered with 200
    When a client tried updating a user
    Then the status is 200

  @req:users.update.answer
  Scenario: The answer shows the id and the values that are stored now
    Given a user
    When a client updates the user
    Then the answer is that user

  @req:users.update.answer
  Scenario: Updates at the same time are each answered with their own values
    Given 2 users
    Then each of the users is answered with its own new values when all are updated at the same time

  @req:users.update.answer
  Scenario: The answer is not wrapped in an envelope
    When a client tried updating a user
    Then the body has no envelope

  @req:users.update.stores
  Scenario: Both the name and the e-mail address are replaced
    Given a user
    When a client updates the user
    Then the user is found with its new values

  @req:users.update.stores
  Scenario: The values are those of the body, and none of the query string
    Given a user
    When a client updates the user with other values in the query string too
    Then the user is found with its new values, or unchanged if the parameters were rejected

  @req:users.update.stores
  Scenario: The other users keep their values
    Given no other scenario about users runs from here on
    And a user
    And another user of the same name
    When a client updates the user
    And other scenarios run again
    Then the first user is unchanged

  @req:users.update.stores
  Scenario: A newer user keeps its values
    Given no other scenario about users runs from here on
    And a user
    And another user
    When a client updates the first user
    And other scenarios run again
    Then the latest user is unchanged

  @req:users.update.stores
  Scenario: The e-mail address is replaced when the name stays
    Given a user
    When a client updates the user with the name that it has
    Then the user is found with its new values

  @req:users.update.stores
  Scenario: An update that is rejected for a taken e-mail address replaces neither value
    Given a user
    And updating a user was answered as specified
    And another user
    When a client tries to update the user with the e-mail address of the first one
    Then the user is unchanged if the request was rejected

  @req:users.update.stores
  Scenario: Updates at the same time are each stored in their own row
    Given 2 users
    Then each of the users is found with its own new values when all are updated at the same time

  @alone:users @req:users.update.stores
  Scenario: A read and a list that were answered before show the update
    Given a user
    When a client reads the user, lists all and updates it
    Then the user is found with its new values
    And the list shows the user with its new values
    And no other user in that list has its new name

  @req:users.update.same-values
  Scenario: An update that changes nothing is answered with 200
    Given updating a user was answered as specified
    And a user
    When a client updates the user with the values that it has
    Then the status is 200

  @req:users.update.own-email
  Scenario: The e-mail address of the user itself is not taken
    Given updating a user was answered as specified
    And a user
    When a client updates the user with the e-mail address that it has
    Then the status is 200

  @req:users.update.own-email
  Scenario: The e-mail address that an update gave to the user is not taken for it
    Given updating a user was answered as specified
    And a user
    When a client updates the user
    And a client updates the user with the e-mail address that it has
    Then the status is 200

  @req:users.update.id-from-query
  Scenario: The id in the query string selects the row to update, not an id in the body
    Given a user
    And another user
    When a client updates the user with the id of the first one in the body
    Then the answer is that user, if it was accepted
    And the first user is unchanged
    And the user is found with its new values

  @req:users.update.id-from-query
  Scenario: A user whose e-mail address is in the body stays unchanged
    Given a user
    And another user
    When a client updates the user with the e-mail address of the first one
    Then the first user is unchanged

  @req:users.update.id-from-query
  Scenario: A newer user whose e-mail address is in the body stays unchanged
    Given a user
    And another user
    When a client updates the first user with the e-mail address of the latest one
    Then the latest user is unchanged

  @req:users.update.id-from-query
  Scenario: An id in the body alone, or an empty id, updates none of the users
    Given no other scenario about users runs from here on
    And a user
    When a client updates the users with an id only in the body
    And a client updates the users with an empty id
    And other scenarios run again
    Then the latest user is unchanged

  @req:users.update.id-from-query
  Scenario: An unknown id with a condition, quotation mark, comma or minus sign updates no other user
    Given a shared user that was deleted
    And a user
    Then an update of users with each of these ids leaves the latest user unchanged:
      | {first} OR id={id}   |
      | {first}' OR id='{id} |
      | {first},{id}         |
      | -{id}                |

  @req:users.update.id-from-query
  Scenario: A free id in the body does not become the id of the user
    Given a shared user that was deleted
    And another user
    When a client updates the user with the id of the first one in the body
    Then the answer is that user, if it was accepted
    And the user has its values under its id

  @req:users.update.id-from-query
  Scenario: An id followed by letters, if accepted, changes that user and no other
    Given no other scenario about users runs from here on
    And a user
    And another user
    When a client updates the user with its id followed by letters
    And other scenarios run again
    Then the user is unchanged if the request was rejected
    And the first user is unchanged

  @req:users.update.unknown
  Scenario: An id followed by letters, if accepted, finds that user
    Given a user
    And another user
    When a client updates the user with its id followed by letters
    Then the user has its new values if the request was accepted

  @req:users.update.unvalidated
  Scenario Outline: An update with <value> is stored without validation
    Given a user
    When a client updates the user with <value>
    Then the user is found with its new values
    And the list shows the user with its new values

    Examples:
      | value                    |
      | name ""                  |
      | a word as e-mail address |
      | digits as e-mail address |

  @first @req:users.update.unvalidated
  Scenario: An empty e-mail address is stored without validation
    Given a user
    When a client updates the user with e-mail address ""
    Then the user is found with its new values, unless another one has that address
    And the user is deleted again

  @req:users.update.unvalidated
  Scenario: A name that another user has is stored without validation
    Given a user
    And another user
    When a client updates the user with the name of the first one
    Then the user is found with its new values

  @req:users.update.unknown
  Scenario: An update of a deleted user is answered with 404
    Given a user
    And updating a user was answered as specified
    And a shared user that was deleted
    When a client updates the user
    Then the status is 404 and nothing is stored for that request

  @req:users.update.unknown
  Scenario: A newer user is not mistaken for a deleted one
    Given a user
    And another user
    And updating a user was answered as specified
    And the first user was deleted
    When a client updates the first user
    Then the status is 404

  Rule: What the specification leaves open is observed

    @req:users.update.id-shape
    Scenario: An update with an id followed by letters
      Given a user
      When a client updates the user with its id followed by letters
      Then the effect on the user is recorded

    @first @req:users.update.missing-fields
    Scenario Outline: An update without <member>
      Given a user
      When a client updates the user with <member> absent
      Then what the target does is recorded

      Examples:
        | member         |
        | name           |
        | e-mail address |

    @req:users.update.duplicate-email
    Scenario: An update to an e-mail address that another user has
      Given a user
      And another user
      When a client updates the user with the e-mail address of the first one
      Then what the target does is recorded
