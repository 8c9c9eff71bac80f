Feature: CORS preflights
  An OPTIONS request gets a preflight answer and is not processed further (§4).

  @req:cors.preflight.answered
  Scenario Outline: A preflight for <method> of <resources> is answered
    When a browser asks whether it may send <method> to <resources>
    Then the preflight is answered

    Examples:
      | method | resources |
      | GET    | users     |
      | POST   | users     |
      | PUT    | users     |
      | DELETE | users     |
      | GET    | products  |
      | POST   | products  |
      | PUT    | products  |
      | DELETE | products  |

  @req:cors.preflight.answered
  Scenario Outline: A preflight with the id of a <row> is answered
    Given a <row>
    When a client sends OPTIONS for that <resource>
    Then the preflight is answered

    Examples:
      | row                      | resource |
      | user                     | user     |
      | user that was deleted    | user     |
      | product                  | product  |
      | product that was deleted | product  |

  @req:cors.preflight.no-processing
  Scenario Outline: OPTIONS neither changes nor removes a <resource>, nor shows it
    Given a <resource>
    When a client sends OPTIONS for that <resource> with a body of new values
    Then the answer does not show the <resource>
    And the <resource> is unchanged

    Examples:
      | resource |
      | user     |
      | product  |

  @req:cors.preflight.no-processing
  Scenario Outline: A preflight for <method> leaves a <resource> as it is
    Given a <resource>
    When a browser with no credential asks whether it may send <method> for that <resource>
    Then the <resource> is unchanged

    Examples:
      | resource | method |
      | user     | PUT    |
      | user     | DELETE |
      | product  | PUT    |
      | product  | DELETE |

  @req:cors.preflight.no-processing
  Scenario Outline: OPTIONS does not create a <resource>
    Given a <resource>
    When a client sends OPTIONS with the body of another <resource>
    Then the answer does not show the <resource>
    And nothing is stored for it

    Examples:
      | resource |
      | user     |
      | product  |

  Rule: What the specification leaves open is observed

    @req:cors.preflight.status
    Scenario Outline: The status of a preflight for <resources>
      When a browser asks whether it may send POST to <resources>
      Then what the target does is recorded

      Examples:
        | resources |
        | users     |
        | products  |

    @req:cors.preflight.methods
    Scenario Outline: The methods that a preflight for <resources> allows
      When a browser asks whether it may send POST to <resources>
      Then the header "Access-Control-Allow-Methods" is recorded

      Examples:
        | resources |
        | users     |
        | products  |

    @req:cors.preflight.headers
    Scenario Outline: The request headers that a preflight for <resources> allows
      When a browser asks whether it may send POST to <resources>
      Then the header "Access-Control-Allow-Headers" is recorded

      Examples:
        | resources |
        | users     |
        | products  |
