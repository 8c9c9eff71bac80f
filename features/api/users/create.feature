Feature: Creating users
  A POST to /api/users creates a user from a name and an e-mail address (§4.1).

  Rule: A complete user is created

    @req:users.create.status
    Scenario: A new user is answered with 201
      When a client tried creating a user
      Then the status is 201

    @req:users.create.id
    Scenario: The answer names the id of the new user
      When a client creates a user
      Then the answer contains the id under which the user is found

    @req:users.create.id-integer
    Scenario: The id of a new user is an integer
      When a client tried creating a user
      Then the answer shows its id as an integer

    @req:users.create.echo
    Scenario: The answers to creates at the same time repeat the values of their own requests
      Then each of 2 users that are created at the same time is answered with its own values

    @late @req:users.create.echo
    Scenario Outline: The answer repeats the name <ending> and the e-mail address
      When a client created a user whose name ends in <ending>
      Then the answer repeats the user

      Examples:
        | ending                     |
        | "plain"                    |
        | "Zoë, 日本, 🎉"            |
        | "\"quoted\" and 'quoted'"  |
        | "back\\\\slash and / slash"  |
        | "<b>bold</b> & more"       |
        | "' \|\| 'x' \|\| '"     |
        | "a line\\nand a\\ttab"       |

  Rule: A POST creates, regardless of its query string (rule 2)

    @req:users.create.any-query
    Scenario Outline: A POST with <query> creates a user
      Given a shared user
      When a client creates another user with <query> in the query string
      Then a new user is created
      And the first user is unchanged

      Examples:
        | query                            |
        | the id of the first one          |
        | a page and a limit               |
        | an unknown word                  |
        | another method for the first one |
        | other values                     |

    @req:users.create.any-query
    Scenario: A POST with the id of a deleted user creates a user
      Given a shared user that was deleted
      When a client creates another user with the id of the first one in the query string
      Then a new user is created

  Rule: A POST creates, and changes nothing else

    @req:users.create.keeps-others
    Scenario: A POST with the id of a user in its body leaves that user unchanged
      Given a user
      When a client creates another user with the id of the first one in its body
      Then the first user is unchanged

    @req:users.create.keeps-others
    Scenario: A POST with the e-mail address of a user leaves that user unchanged
      Given a user
      When a client creates another user with the same e-mail address
      Then the first user is unchanged

  Rule: The server assigns the id of a new user

    @req:users.create.id-from-server
    Scenario Outline: An existing id in <place> does not become the id of the new user
      Given a user
      When a client creates another user with the id of the first one in <place>
      Then if it was accepted, it has its own id and is found under it

      Examples:
        | place            |
        | the query string |
        | its body         |

    @req:users.create.id-from-server
    Scenario Outline: A free id in <place> does not become the id of the new user
      Given a shared user that was deleted
      When a client creates another user with the id of the first one in <place>
      Then if it was accepted, it has its own id and is found under it

      Examples:
        | place            |
        | the query string |
        | its body         |

  Rule: Name and e-mail address are required

    Scenario Outline: A user whose <member> is <value> is rejected
      Given a shared user
      When a client creates another user whose <member> is <value>
      Then the status is 400

      @req:users.create.name-required
      Examples: no name, or an empty one (§4.1)
        | member | value  |
        | name   | absent |
        | name   | ""     |

      @req:users.create.email-required
      Examples: no e-mail address, or an empty one (§4.1)
        | member         | value  |
        | e-mail address | absent |
        | e-mail address | ""     |

      @req:users.create.name-falsey
      Examples: a falsey name (§7)
        | member | value |
        | name   | null  |
        | name   | false |
        | name   | 0     |

      @req:users.create.email-falsey
      Examples: a falsey e-mail address (§7)
        | member         | value |
        | e-mail address | null  |
        | e-mail address | false |
        | e-mail address | 0     |

    @req:users.create.name-truthy
    Scenario Outline: A user whose name is the text <name> is accepted
      Given a shared user
      When a client creates another user whose name is <name>
      Then a new user is created
      And the user is found with its values

      Examples:
        | name    |
        | "0"     |
        | "false" |
        | "null"  |

    @req:users.create.name-truthy
    Scenario: A user with the name of another one is accepted
      Given a shared user
      When a client creates another user with the same name
      Then a new user is created

  Rule: What the specification leaves open is observed

    @req:users.create.duplicate-email
    Scenario: An e-mail address that another user has
      Given a shared user
      When a client creates another user with the same e-mail address
      Then what the target does is recorded

    @req:users.create.email-case
    Scenario: An e-mail address that another user has in another letter case
      Given a shared user
      When a client creates another user with the same e-mail address in capitals
      Then what the target does is recorded

    @req:users.create.wrong-types
    Scenario Outline: A user whose <member> is <value>
      When a client creates a user whose <member> is <value>
      Then what the target does is recorded

      Examples:
        | member         | value      |
        | name           | 7          |
        | name           | true       |
        | name           | ["a list"] |
        | name           | {"a": 1}   |
        | e-mail address | ["a list"] |
        | e-mail address | {"a": 1}   |

    @req:users.create.email-form
    Scenario: An e-mail address that does not look like one
      When a client creates a user with a word as e-mail address
      Then what the target does is recorded
