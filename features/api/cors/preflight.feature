Feature: CORS preflights
  An OPTIONS request gets a preflight answer and is not processed further (§4).

  @req:cors.preflight.answered
  Scenario Outline: A preflight for <method> of <resources> is answered
    When a browser sends a preflight for <method> to <resources>
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
    Given a shared <row>
    When a client sends OPTIONS for that <resource>
    Then the preflight is answered

    Examples:
      | row                      | resource |
      | user                     | user     |
      | product                  | product  |

    Examples: deleted rows
      | row                      | resource |
      | user that was deleted    | user     |
      | product that was deleted | product  |

  @req:cors.preflight.no-processing
  Scenario Outline: An OPTIONS request creates, changes, removes and shows no <resource>
    Given a <resource>
    When a client with and without a credential sends OPTIONS to <resources> with the queries and bodies of other methods
    Then none of the answers shows the <resource>
    And none of these requests has an effect

    Examples:
      | resource | resources |
      | user     | users     |
      | product  | products  |

  @waits @req:cors.preflight.no-processing
  Scenario: An OPTIONS request with the id of a product leaves its updated_at unchanged
    Given a product
    When a client sends OPTIONS with the id of the product at a later time
    Then the updated_at of the first product is the same as before

  Rule: What the specification leaves open is observed

    @req:cors.preflight.status
    Scenario Outline: The status of a preflight for <resources>
      When a browser sends a preflight for POST to <resources>
      Then what the target does is recorded

      Examples:
        | resources |
        | users     |
        | products  |

    @req:cors.preflight.status
    Scenario Outline: The status of an OPTIONS request with the id of a <row>
      Given a shared <row>
      When a client sends OPTIONS for that <row>
      Then what the target does is recorded

      Examples:
        | row     |
        | user    |
        | product |

    @req:cors.preflight.methods
    Scenario Outline: The methods that a preflight for <resources> allows
      When a browser sends a preflight for POST to <resources>
      Then the header Access-Control-Allow-Methods is recorded

      Examples:
        | resources |
        | users     |
        | products  |

    @req:cors.preflight.methods
    Scenario Outline: The methods that an OPTIONS request with the id of a <row> allows
      Given a shared <row>
      When a client sends OPTIONS for that <row>
      Then the header Access-Control-Allow-Methods is recorded

      Examples:
        | row     |
        | user    |
        | product |

    @req:cors.preflight.headers
    Scenario Outline: The request headers that a preflight for <resources> allows
      When a browser sends a preflight for POST to <resources>
      Then the header Access-Control-Allow-Headers is recorded

      Examples:
        | resources |
        | users     |
        | products  |

    @req:cors.preflight.headers
    Scenario Outline: The request headers that an OPTIONS request with the id of a <row> allows
      Given a shared <row>
      When a client sends OPTIONS for that <row>
      Then the header Access-Control-Allow-Headers is recorded

      Examples:
        | row     |
        | user    |
        | product |
