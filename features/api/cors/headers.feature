Feature: CORS headers
  Every endpoint starts with the CORS call, so every answer carries its headers (§4).

  @req:cors.headers.every-answer
  Scenario Outline: The answer to <request> says which origin may read it
    When a client tries <request>
    Then the answer says which origin may read it

    Examples: successes
      | request            |
      | creating a user    |
      | reading a user     |
      | listing users      |
      | updating a user    |
      | deleting a user    |
      | creating a product |
      | reading a product  |
      | listing products   |
      | updating a product |
      | deleting a product |

    Examples: errors
      | request                                  |
      | creating a user without name             |
      | reading an unknown user                  |
      | updating an unknown user                 |
      | sending PUT without an id to users       |
      | sending PATCH to users                   |
      | creating a product without price         |
      | reading an unknown product               |
      | deleting an unknown product              |
      | sending DELETE without an id to products |
      | sending PATCH to products                |

  @req:cors.headers.every-answer
  Scenario: The answer to a request without a credential says which origin may read it
    When a client tries listing products with no credential
    Then the answer says which origin may read it

  @req:cors.headers.origin
  Scenario Outline: The origin that <resources> allow
    When a browser at "https://app.touchstone.example" lists the <resources>
    Then it is recorded which origin the answer allows

    Examples:
      | resources |
      | users     |
      | products  |
