Feature: Authentication by API key
  Products, and in one variant users, need an active key in the header X-API-Key (§5.1).

  Rule: An active key is accepted

    Scenario Outline: The key lets a client use <resources>
      When a client with a valid credential lists and creates <resources>
      Then without a credential access to <resources> is rejected

      @req:auth.api-key.accepted
      Examples:
        | resources |
        | products  |

      @req:auth.users-api-key.accepted
      Examples:
        | resources |
        | users     |

    @req:auth.api-key.header-name
    Scenario Outline: The key is accepted as <credential>
      Given listing products was answered as specified
      When a client tried listing products with <credential>
      Then the status is a success
      And without a credential access to products is rejected

      Examples:
        | credential                 |
        | the API key in "x-api-key" |
        | the API key in "x-Api-Key" |

    @req:auth.api-key.header-name
    Scenario: The key is accepted as the API key in "X-API-KEY", by all requests
      Given listing products was answered as specified
      When a client lists products and creates one with the API key in "X-API-KEY"
      Then each of these requests is accepted
      And without a credential access to products is rejected

  Rule: Without a key, or with a wrong key, a request is rejected

    Scenario Outline: Without a key, <request> is answered with 401
      Given <request> was answered as specified
      When a client tried <request> with no credential
      Then the status is 401

      @req:auth.api-key.missing
      Examples:
        | request                   |
        | creating a product        |
        | reading a product         |
        | listing products          |
        | updating a product        |
        | deleting a product        |

      @req:auth.users-api-key.missing
      Examples:
        | request                |
        | creating a user        |
        | reading a user         |
        | listing users          |
        | updating a user        |
        | deleting a user        |

    Scenario Outline: With <credential>, <request> is answered with 401
      Given <request> was answered as specified
      When a client tried <request> with <credential>
      Then the status is 401

      @req:auth.api-key.missing
      Examples: without the header
        | request          | credential                                  |
        | listing products | the API key in the query string             |
        | listing products | the API key as a bearer token               |
        | listing products | the API key in other headers                |
        | listing products | the API key as a cookie                     |
        | listing products | the API key alone in Authorization          |
        | listing products | the API key after "ApiKey" in Authorization |
        | listing products | the API key after "Token" in Authorization  |
        | listing products | the API key as a user of Basic              |
        | listing products | the API key as a password of Basic          |

      @req:auth.api-key.unknown
      Examples: unknown keys
        | request            | credential                                                 |
        | listing products   | an invented API key                                        |
        | creating a product | an invented API key                                        |
        | updating a product | an invented API key                                        |
        | deleting a product | an invented API key                                        |
        | reading a product  | an invented API key                                        |
        | listing products   | an empty API key                                           |
        | listing products   | the API key with swapped case                              |
        | listing products   | the API key without its last character                     |
        | listing products   | the API key without its first character                    |
        | listing products   | the API key and one character more                         |
        | listing products   | the API key with SQL around it                             |
        | listing products   | a wildcard as API key                                      |
        | listing products   | the API key with a wildcard at its end                     |
        | listing products   | a pattern as API key                                       |
        | listing products   | the word "constructor" as API key                          |
        | listing products   | the word "null" as API key                                 |
        | listing products   | the API key twice, with a comma between                    |
        | listing products   | the API key in quotes                                      |
        | listing products   | the API key after "Bearer"                                 |
        | listing products   | the API key and a second word                              |
        | listing products   | the API key after a word                                   |
        | listing products   | a bearer token as an API key                               |
        | listing products   | an invented API key beside the right one as a bearer token |

      @req:auth.api-key.inactive
      Examples: inactive keys
        | request            | credential          |
        | listing products   | an inactive API key |
        | creating a product | an inactive API key |
        | updating a product | an inactive API key |
        | deleting a product | an inactive API key |
        | reading a product  | an inactive API key |

      @req:auth.users-api-key.missing
      Examples: users, without the header
        | request       | credential                                  |
        | listing users | the API key in the query string             |
        | listing users | the API key as a bearer token               |
        | listing users | the API key in other headers                |
        | listing users | the API key as a cookie                     |
        | listing users | the API key alone in Authorization          |
        | listing users | the API key after "ApiKey" in Authorization |
        | listing users | the API key after "Token" in Authorization  |
        | listing users | the API key as a user of Basic              |
        | listing users | the API key as a password of Basic          |

      @req:auth.users-api-key.unknown
      Examples: users, unknown keys
        | request         | credential                                                 |
        | listing users   | an invented API key                                        |
        | creating a user | an invented API key                                        |
        | updating a user | an invented API key                                        |
        | deleting a user | an invented API key                                        |
        | reading a user  | an invented API key                                        |
        | listing users   | an empty API key                                           |
        | listing users   | the API key with swapped case                              |
        | listing users   | the API key without its last character                     |
        | listing users   | the API key without its first character                    |
        | listing users   | the API key and one character more                         |
        | listing users   | the API key with SQL around it                             |
        | listing users   | a wildcard as API key                                      |
        | listing users   | the API key with a wildcard at its end                     |
        | listing users   | a pattern as API key                                       |
        | listing users   | the word "constructor" as API key                          |
        | listing users   | the word "null" as API key                                 |
        | listing users   | the API key twice, with a comma between                    |
        | listing users   | the API key in quotes                                      |
        | listing users   | the API key after "Bearer"                                 |
        | listing users   | the API key and a second word                              |
        | listing users   | the API key after a word                                   |
        | listing users   | a bearer token as an API key                               |
        | listing users   | an invented API key beside the right one as a bearer token |

      @req:auth.users-api-key.inactive
      Examples: users, inactive keys
        | request         | credential          |
        | listing users   | an inactive API key |
        | creating a user | an inactive API key |
        | updating a user | an inactive API key |
        | deleting a user | an inactive API key |
        | reading a user  | an inactive API key |

    Scenario Outline: The 401 to <request> with <credential> has an error text
      Given <request> was answered as specified
      When a client tried <request> with <credential>
      Then it is rejected with an error text

      @req:auth.api-key.error-body
      Examples:
        | request                                  | credential                          |
        | listing products                         | no credential                       |
        | creating a product                       | no credential                       |
        | reading a product                        | no credential                       |
        | updating a product                       | no credential                       |
        | listing products                         | an invented API key                 |
        | creating a product                       | an invented API key                 |
        | deleting a product                       | an invented API key                 |
        | listing products                         | an inactive key or an expired token |
        | reading a product                        | an inactive key or an expired token |
        | updating a product                       | an inactive key or an expired token |
        | sending PATCH to products                | no credential                       |
        | sending DELETE without an id to products | no credential                       |
        | sending PUT without an id to products    | an invented API key                 |
        | sending PATCH with an id to products     | no credential                       |

      @req:auth.users-api-key.error-body
      Examples:
        | request                               | credential                          |
        | listing users                         | no credential                       |
        | creating a user                       | no credential                       |
        | reading a user                        | no credential                       |
        | updating a user                       | no credential                       |
        | listing users                         | an invented API key                 |
        | creating a user                       | an invented API key                 |
        | deleting a user                       | an invented API key                 |
        | listing users                         | an inactive key or an expired token |
        | reading a user                        | an inactive key or an expired token |
        | updating a user                       | an inactive key or an expired token |
        | sending PATCH to users                | no credential                       |
        | sending DELETE without an id to users | no credential                       |
        | sending PUT without an id to users    | an invented API key                 |
        | sending PATCH with an id to users     | no credential                       |

  Rule: CORS comes first, then the key, then the routing

    Scenario Outline: With <credential>, a preflight for <method> of <resources> is answered
      Given listing <resources> was answered as specified
      When a browser with <credential> sends a preflight for <method> to <resources>
      Then the preflight is answered
      When a client with <credential> sends OPTIONS without preflight headers to <resources>
      Then the preflight is answered, as it is with a valid credential
      And without a credential access to <resources> is rejected

      @req:auth.api-key.preflight-first
      Examples:
        | resources | method | credential                          |
        | products  | GET    | no credential                       |
        | products  | POST   | no credential                       |
        | products  | DELETE | no credential                       |
        | products  | GET    | an invented API key                 |
        | products  | PUT    | an inactive key or an expired token |

      @req:auth.users-api-key.preflight-first
      Examples:
        | resources | method | credential                          |
        | users     | GET    | no credential                       |
        | users     | POST   | no credential                       |
        | users     | DELETE | no credential                       |
        | users     | GET    | an invented API key                 |
        | users     | PUT    | an inactive key or an expired token |

    Scenario Outline: Without a key, <request> is answered with 401 and not with another error
      Given <request> was answered as specified
      When a client tried <request> with no credential
      Then the status is 401, unless no credential allows that method

      @req:auth.api-key.before-routing
      Examples:
        | request                                  |
        | creating a product without name          |
        | creating a product without price         |
        | sending PUT without an id to products    |
        | sending DELETE without an id to products |
        | sending PATCH to products                |
        | sending PATCH with an id to products     |

      @req:auth.api-key.before-routing
      Examples: deleted rows
        | request                                  |
        | reading an unknown product               |
        | updating an unknown product              |
        | deleting an unknown product              |

      @req:auth.users-api-key.before-routing
      Examples:
        | request                               |
        | creating a user without name          |
        | creating a user without email         |
        | sending PUT without an id to users    |
        | sending DELETE without an id to users |
        | sending PATCH to users                |
        | sending PATCH with an id to users     |

      @req:auth.users-api-key.before-routing
      Examples: deleted rows
        | request                               |
        | reading an unknown user               |
        | updating an unknown user              |

    Scenario Outline: With <credential>, <request> is answered with 401 and not with another error
      Given <request> was answered as specified
      When a client tried <request> with <credential>
      Then the status is 401, unless <credential> allows that method

      @req:auth.api-key.before-routing
      Examples:
        | request                                  | credential          |
        | creating a product without price         | an invented API key |
        | sending DELETE without an id to products | an invented API key |

      @req:auth.api-key.before-routing
      Examples: deleted rows
        | request                     | credential                          |
        | updating an unknown product | an inactive key or an expired token |

      @req:auth.users-api-key.before-routing
      Examples:
        | request                            | credential                          |
        | creating a user without name       | an inactive key or an expired token |
        | sending PUT without an id to users | an inactive key or an expired token |

      @req:auth.users-api-key.before-routing
      Examples: deleted rows
        | request                        | credential            |
        | updating an unknown user       | an invented API key   |

    Scenario Outline: Requests without a valid key create, change and remove no <resource>
      Given a <resource> that was deleted
      And another <resource>
      When a client without a credential, and with each wrong credential, tries to create and update <resources>
      Then none of these requests has an effect, unless it was accepted
      When a client without a credential, and with each wrong credential, tries to delete the <resource>
      Then none of these requests has an effect, unless it was accepted

      @req:auth.api-key.no-effect
      Examples:
        | resource | resources |
        | product  | products  |

      @req:auth.users-api-key.no-effect
      Examples:
        | resource | resources |
        | user     | users     |

    Scenario Outline: Creates of <resources> without a valid key add no row of any kind
      Given a shared <resource>
      Then creates of <resources> without a credential, and with each wrong credential, add no row of any kind

      @alone:products @req:auth.api-key.no-effect
      Examples:
        | resource | resources |
        | product  | products  |

      @alone:users @req:auth.users-api-key.no-effect
      Examples:
        | resource | resources |
        | user     | users     |

    @waits @req:auth.api-key.no-effect
    Scenario Outline: An update with <credential> leaves the updated_at of a product unchanged
      Given a product
      When a client with <credential> tries to update the product at a later time
      Then the updated_at of the product is the same as before, unless the request was accepted

      Examples:
        | credential                          |
        | no credential                       |
        | an inactive key or an expired token |

  Rule: What the specification leaves open is observed

    Scenario Outline: Without a key, a body that is not JSON
      When a client with no credential sends "{\"name\":" as body of a POST to <resources>
      Then what the target does is recorded

      @req:auth.api-key.malformed-body
      Examples:
        | resources |
        | products  |

      @req:auth.users-api-key.malformed-body
      Examples:
        | resources |
        | users     |

    @req:auth.errors.challenge
    Scenario Outline: The challenge in the answer to <request> without a credential
      When a client tried <request> with no credential
      Then the header WWW-Authenticate is recorded

      Examples:
        | request                                  |
        | listing products                         |
        | reading a product                        |
        | creating a product                       |
        | updating a product                       |
        | deleting a product                       |
        | sending PATCH to products                |
        | sending PATCH with an id to products     |
        | sending PUT without an id to products    |
        | sending DELETE without an id to products |
        | listing users                            |
        | reading a user                           |
        | creating a user                          |
        | updating a user                          |
        | deleting a user                          |
        | sending PATCH to users                   |
        | sending PATCH with an id to users        |
        | sending PUT without an id to users       |
        | sending DELETE without an id to users    |
