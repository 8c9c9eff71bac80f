Feature: Fields of users
  The columns of the table users (§2), as far as answers show them.

  @req:users.fields.id-unique
  Scenario: No two users share an id
    Given 5 shared users
    Then all users have different ids

  @req:users.fields.id-unique
  Scenario: Users that are created at the same time have different ids
    Given 3 users that are created at the same time
    Then all users have different ids

  @req:users.fields.id-integer
  Scenario Outline: The id is an integer in <view>
    Given a shared user
    Then <view> shows its id as an integer

    Examples:
      | view     |
      | a read   |
      | the list |

  @req:users.fields.text
  Scenario Outline: The <member> is a text in the answer
    Given creating a user was answered as specified
    Then the answer shows its <member> as a text

    Examples:
      | member         |
      | name           |
      | e-mail address |

  @req:users.fields.text
  Scenario Outline: The <member> is a text in <view>
    Given a shared user
    Then <view> shows its <member> as a text

    Examples:
      | view     | member         |
      | a read   | name           |
      | a read   | e-mail address |
      | the list | name           |
      | the list | e-mail address |

  @req:users.fields.text
  Scenario Outline: The <member> is a text in the answer to an update
    Given updating a user was answered as specified
    Then the answer shows its <member> as a text

    Examples:
      | member         |
      | name           |
      | e-mail address |

  @req:users.fields.required
  Scenario: No user without a name or an e-mail address is stored, regardless of the answer
    Given a shared user
    When a client creates other users, each with one of these:
      | e-mail address | absent |
      | e-mail address | null   |
      | e-mail address | ""     |
      | e-mail address | false  |
      | e-mail address | 0      |
      | name           | absent |
      | name           | null   |
      | name           | ""     |
      | name           | false  |
      | name           | 0      |
    Then none of these users is stored

  @req:users.fields.email-unique
  Scenario: A second user cannot take an e-mail address
    Given a user
    When a client creates another user with the same e-mail address
    Then at most one user has that e-mail address

  @req:users.fields.email-unique
  Scenario: An update cannot take the e-mail address of another user
    Given a user
    And another user
    When a client updates the user with the e-mail address of the first one
    Then at most one user has that e-mail address

  @req:users.fields.email-unique
  Scenario: Users that are created at the same time cannot share an e-mail address
    Given a user
    When a client creates 3 users at the same time with one e-mail address
    Then at most one user has that e-mail address

  @req:users.fields.email-reusable
  Scenario: The e-mail address that a user had before can be taken
    Given updating a user was answered as specified
    And a user
    When a client updates the user
    And a client creates another user with the e-mail address that it had before
    Then a new user is created

  @req:users.fields.created-at
  Scenario: The created_at of a new user is the current time
    Given a user
    Then the list shows its created_at as the current time

  @req:users.fields.created-at
  Scenario: A created_at in the body of an update does not become that of the user
    Given a user
    When a client updates the user with old times in the body
    Then the list shows its created_at as the current time

  @req:users.fields.created-at
  Scenario: A read of a user shows the created_at of the list, if any
    Given a shared user
    Then a read shows the created_at of the list, or none

  @waits @req:users.fields.created-at
  Scenario: Reading and updating a user leave its created_at unchanged
    Given a user
    When a client updates the user at a later time
    Then the list shows the same created_at as before
    And a user that is created now is newer

  Rule: What the specification leaves open is observed

    @req:users.fields.timestamp-form
    Scenario: The form of created_at
      Given a shared user
      Then the form of created_at in the list is recorded
