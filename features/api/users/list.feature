Feature: Listing users
  A GET of /api/users without an id returns all users (§4.1).

  Rule: It is answered for any number of users

    @req:users.list.status
    Scenario: The list is answered with 200
      When a client lists the users
      Then the status is 200

  Rule: It shows all users

    Background:
      Given 3 shared users

    @req:users.list.array
    Scenario: The list is an array of objects
      When a client lists the users
      Then the answer is an array of objects

    @alone:users @req:users.list.complete
    Scenario: The list contains every user once, with the stored values
      Given no other scenario about users runs from here on
      And another user
      When a client lists the users
      Then the answer contains each of these users once

    @alone:users @last @req:users.list.complete
    Scenario: A list of more than 100 users is complete
      Given enough users for a list of more than 100, one of them with letters beyond Latin-1
      When a client lists the users
      Then the answer contains each of these users once
      And every user listed before is still in it or deleted
      And no user has the id before the lowest one in the list
      And these users are deleted again

    @alone:users @req:users.list.complete
    Scenario: A list that was answered before shows a new user
      When a client lists the users
      Given another user of the same name
      When a client lists the users
      Then the answer contains each of these users once

    @waits @req:users.list.complete
    Scenario: A user that was updated is still in the list
      Given a user that was updated at a later time
      When a client lists the users
      Then the user is in the list or deleted

    @req:users.list.complete
    Scenario: A user with an empty name is in the list
      Given a user whose name was emptied
      When a client lists the users
      Then the user is in the list or deleted

    @req:users.list.members
    Scenario: Each user in the list has id, name, email and created_at
      When a client lists the users
      Then each of these users has the members id, name, email and created_at

  @alone:users
  Rule: What the specification leaves open is observed

    Background:
      Given 3 shared users

    @req:users.list.order
    Scenario: The order of the list
      When a client lists the users
      Then it is recorded in which order the users come
