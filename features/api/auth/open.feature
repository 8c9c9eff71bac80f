Feature: Users without authentication
  In the basic variant users need no credential (§4.1).

  @req:auth.users.open
  Scenario Outline: No credential is needed for <request>
    When a client tried <request> with no credential
    Then the status is not 401 or 403
    And <request> was answered as specified

    Examples:
      | request         |
      | creating a user |
      | reading a user  |
      | listing users   |
      | updating a user |
      | deleting a user |
