@last
Feature: Unusual names
  The treatment of unusual names is recorded. Some targets cannot list them.

  @req:users.create.unusual-names
  Scenario Outline: A user whose name is <name>
    When a client creates a user whose name is <name>
    Then what the target does is recorded

    Examples: blanks, a null character
      | name           |
      | "  "           |
      | "null \\u0000" |
