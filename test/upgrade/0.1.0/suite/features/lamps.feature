Feature: Lamps

  @req:lamps.list.status
  Scenario: The list is answered
    When I send GET /lamps
    Then the status is 200

  @req:lamps.list.array
  Scenario: The list is an array
    When I send GET /lamps
    Then the status is 200
    And $ is an array
