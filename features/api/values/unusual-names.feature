@last
Feature: Unusual names
  What becomes of a name that no rule speaks of is recorded. A target may be unable to list it.

  @req:users.create.unusual-names
  Scenario Outline: A user whose name is <name>
    When a client creates a user whose name is <name>
    Then what the target does is recorded

    Examples: blanks, a null character
      | name           |
      | "  "           |
      | "null \\u0000" |
