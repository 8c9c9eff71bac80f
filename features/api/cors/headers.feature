Feature: CORS headers
  Every endpoint starts with the CORS call, so every answer carries its headers (§4).

  @req:cors.headers.every-answer
  Scenario Outline: The answer to <request> allows an origin
    When a client tried <request>
    Then the answer allows an origin

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
      | creating a user without email            |
      | sending PUT without an id to users       |
      | sending DELETE without an id to users    |
      | sending PATCH to users                   |
      | creating a product without name          |
      | creating a product without price         |
      | sending PUT without an id to products    |
      | sending DELETE without an id to products |
      | sending PATCH to products                |
      | sending PATCH with an id to users        |
      | sending PATCH with an id to products     |

    Examples: errors for deleted rows
      | request                                  |
      | reading an unknown user                  |
      | updating an unknown user                 |
      | reading an unknown product               |
      | updating an unknown product              |
      | deleting an unknown product              |

  @req:cors.headers.every-answer
  Scenario Outline: The answer to a browser for <request> allows an origin
    When a browser tries <request>
    Then the answer allows an origin

    Examples:
      | request                 |
      | creating a user         |
      | listing products        |
      | deleting a product      |

    Examples: deleted rows
      | request                 |
      | reading an unknown user |

  @req:cors.headers.every-answer
  Scenario Outline: The answer to <request> with <credential> allows an origin
    When a client tried <request> with <credential>
    Then the answer allows an origin

    Examples:
      | request                           | credential                          |
      | listing products                  | no credential                       |
      | creating a product                | no credential                       |
      | reading a product                 | no credential                       |
      | updating a product                | no credential                       |
      | deleting a product                | no credential                       |
      | sending PATCH to products         | no credential                       |
      | listing products                  | an unknown key or token             |
      | creating a product                | an unknown key or token             |
      | reading a product                 | an unknown key or token             |
      | updating a product                | an unknown key or token             |
      | deleting a product                | an unknown key or token             |
      | listing products                  | an inactive key or an expired token |
      | creating a product                | an inactive key or an expired token |
      | reading a product                 | an inactive key or an expired token |
      | updating a product                | an inactive key or an expired token |
      | deleting a product                | an inactive key or an expired token |
      | listing users                     | no credential                       |
      | updating a user                   | no credential                       |
      | reading a user                    | an unknown key or token             |
      | creating a user                   | an unknown key or token             |
      | deleting a user                   | an unknown key or token             |
      | listing users                     | an inactive key or an expired token |
      | updating a user                   | an inactive key or an expired token |
      | listing users                     | the scheme alone                    |
      | sending PATCH to users            | no credential                       |
      | sending PATCH with an id to users | no credential                       |

    Examples: requests that no branch answers
      | request                                  | credential    |
      | sending PUT without an id to products    | no credential |
      | sending DELETE without an id to products | no credential |
      | sending PATCH with an id to products     | no credential |
      | sending PUT without an id to users       | no credential |
      | sending DELETE without an id to users    | no credential |

    Examples: deleted rows
      | request                    | credential              |
      | reading an unknown product | no credential           |

  Rule: What the specification leaves open is observed

    @req:cors.headers.origin
    Scenario Outline: The origin that <resources> allow
      When a browser at "https://app.touchstone.example" lists the <resources>
      Then it is recorded which origin the answer allows

      Examples:
        | resources |
        | users     |
        | products  |
