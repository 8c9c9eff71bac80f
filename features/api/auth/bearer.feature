Feature: Authentication by bearer token
  In the bearer variant every resource needs a valid token (§5.2).

  Rule: A valid token is accepted

    @req:auth.bearer.accepted
    Scenario Outline: The token lets a client use <resources>
      When a client with a valid credential lists and creates <resources>
      Then without a credential access to <resources> is rejected

      Examples:
        | resources |
        | users     |
        | products  |

  Rule: Without a token, or with a wrong token, a request is rejected

    Scenario Outline: With <credential>, <request> is answered with 401
      Given <request> was answered as specified
      When a client tried <request> with <credential>
      Then the status is 401

      @req:auth.bearer.missing
      Examples: without the header
        | request            | credential                    |
        | creating a user    | no credential                 |
        | reading a user     | no credential                 |
        | listing users      | no credential                 |
        | updating a user    | no credential                 |
        | deleting a user    | no credential                 |
        | creating a product | no credential                 |
        | reading a product  | no credential                 |
        | listing products   | no credential                 |
        | updating a product | no credential                 |
        | deleting a product | no credential                 |
        | listing users      | the token in the query string |
        | listing users      | the token as a cookie         |
        | listing products   | the token as an API key       |

      @req:auth.bearer.two-parts
      Examples: not two parts
        | request            | credential                       |
        | listing users      | the token alone                  |
        | listing users      | the scheme alone                 |
        | listing users      | the token after two spaces       |
        | listing users      | the token and a third part       |
        | creating a user    | the token alone                  |
        | updating a user    | the token after two spaces       |
        | deleting a user    | the token and a third part       |
        | listing products   | the token alone                  |
        | listing products   | the token after two spaces       |
        | listing products   | the token and a third part       |
        | reading a user     | the token alone                  |
        | creating a product | the token and a third part       |
        | reading a product  | the token after two spaces       |
        | updating a product | the token alone                  |
        | deleting a product | the token alone                  |
        | listing users      | the token after a colon          |
        | listing users      | the token after a comma          |
        | listing users      | the token after an equals sign   |
        | listing users      | the token right after its scheme |
        | listing users      | the token after an encoded space |
        | listing users      | the token after two schemes      |
        | listing users      | the token twice, with its scheme |
        | creating a user    | the scheme alone                 |
        | deleting a product | the token after two schemes      |
        | updating a product | the token after a comma          |

      @req:auth.bearer.scheme
      Examples: another scheme
        | request            | credential                   |
        | listing users      | the token after "bearer"     |
        | listing users      | the token after "BEARER"     |
        | listing users      | the token after "Basic"      |
        | listing users      | the token after "Bearer:"    |
        | listing users      | the token after "Token"      |
        | creating a user    | the token after "bearer"     |
        | listing products   | the token after "bearer"     |
        | listing products   | the token after "Basic"      |
        | reading a user     | the token after "bearer"     |
        | updating a user    | the token after "Basic"      |
        | deleting a user    | the token after "Token"      |
        | creating a product | the token after "Basic"      |
        | reading a product  | the token after "bearer"     |
        | updating a product | the token after "bearer"     |
        | deleting a product | the token after "bearer"     |
        | listing users      | the token after "Bearer,"    |
        | listing users      | the token after "Bearers"    |
        | listing users      | the token after "XBearer"    |
        | listing users      | the token before its scheme  |
        | listing users      | the token as a user of Basic |
        | updating a user    | the token before its scheme  |
        | creating a product | the token after "XBearer"    |

      @req:auth.bearer.unknown
      Examples: unknown tokens
        | request            | credential                                           |
        | listing users      | an invented token                                    |
        | creating a user    | an invented token                                    |
        | listing users      | the token with swapped case                          |
        | listing users      | the token without its last character                 |
        | listing users      | the token without its first character                |
        | listing users      | the token and one character more                     |
        | listing users      | one character and the token                          |
        | listing users      | the token with SQL around it                         |
        | listing users      | a wildcard as token                                  |
        | listing users      | a pattern as token                                   |
        | listing users      | the word "constructor" as token                      |
        | listing users      | the word "null" as token                             |
        | updating a user    | an invented token                                    |
        | deleting a user    | an invented token                                    |
        | listing products   | an invented token                                    |
        | creating a product | an invented token                                    |
        | reading a user     | an invented token                                    |
        | reading a product  | an invented token                                    |
        | updating a product | an invented token                                    |
        | deleting a product | an invented token                                    |
        | listing users      | the token and a comma                                |
        | listing users      | the token in quotes                                  |
        | listing users      | the token in base64                                  |
        | listing users      | an API key as a token                                |
        | listing users      | an invented token beside the right one as an API key |

      @req:auth.bearer.expired
      Examples: an expired token
        | request            | credential       |
        | listing users      | an expired token |
        | creating a user    | an expired token |
        | updating a user    | an expired token |
        | deleting a user    | an expired token |
        | listing products   | an expired token |
        | creating a product | an expired token |
        | reading a user     | an expired token |
        | reading a product  | an expired token |
        | updating a product | an expired token |
        | deleting a product | an expired token |

    @req:auth.bearer.two-parts
    Scenario: A no-break space is not a space
      Given listing users was answered as specified
      When a client tried listing users with the token after a no-break space
      Then the status is not a success

    @req:auth.bearer.error-body
    Scenario Outline: The 401 to <request> with <credential> has an error text
      Given <request> was answered as specified
      When a client tried <request> with <credential>
      Then it is rejected with an error text

      Examples:
        | request            | credential                          |
        | listing users      | no credential                       |
        | listing users      | the token alone                     |
        | listing users      | the token after "bearer"            |
        | listing users      | an invented token                   |
        | creating a user    | no credential                       |
        | reading a user     | no credential                       |
        | updating a user    | no credential                       |
        | deleting a user    | no credential                       |
        | listing products   | no credential                       |
        | listing products   | an invented token                   |
        | creating a user    | an invented token                   |
        | deleting a product | an invented token                   |
        | listing users      | an inactive key or an expired token |
        | reading a user     | an inactive key or an expired token |
        | updating a product | an inactive key or an expired token |

  Rule: CORS comes first

    @req:auth.bearer.preflight-first
    Scenario Outline: With <credential>, a preflight for <method> of <resources> is answered
      Given listing <resources> was answered as specified
      When a browser with <credential> sends a preflight for <method> to <resources>
      Then the preflight is answered
      When a client with <credential> sends OPTIONS without preflight headers to <resources>
      Then the preflight is answered, as it is with a valid credential
      And without a credential access to <resources> is rejected

      Examples:
        | resources | method | credential                          |
        | users     | GET    | no credential                       |
        | users     | POST   | no credential                       |
        | products  | GET    | no credential                       |
        | products  | DELETE | no credential                       |
        | users     | GET    | an invented token                   |
        | users     | PUT    | the token alone                     |
        | products  | GET    | an inactive key or an expired token |
        | products  | POST   | an invented token                   |

  Rule: A rejected request changes nothing

    @req:auth.bearer.no-effect
    Scenario Outline: Requests without a valid token create, change and remove no <resource>
      Given a <resource> that was deleted
      And another <resource>
      When a client without a credential, and with each wrong credential, tries to create and update <resources>
      Then none of these requests has an effect, unless it was accepted
      When a client without a credential, and with each wrong credential, tries to delete the <resource>
      Then none of these requests has an effect, unless it was accepted

      Examples:
        | resource | resources |
        | user     | users     |
        | product  | products  |

    Scenario Outline: Creates of <resources> without a valid token add no row of any kind
      Given a shared <resource>
      Then creates of <resources> without a credential, and with each wrong credential, add no row of any kind

      @alone:users @req:auth.bearer.no-effect
      Examples:
        | resource | resources |
        | user     | users     |

      @alone:products @req:auth.bearer.no-effect
      Examples:
        | resource | resources |
        | product  | products  |

    @waits @req:auth.bearer.no-effect
    Scenario Outline: An update with <credential> leaves the updated_at of a product unchanged
      Given a product
      When a client with <credential> tries to update the product at a later time
      Then the updated_at of the product is the same as before, unless the request was accepted

      Examples:
        | credential                          |
        | no credential                       |
        | an inactive key or an expired token |

  Rule: What the specification leaves open is observed

    @req:auth.bearer.before-routing
    Scenario Outline: Without a token, <request>
      When a client tried <request> with no credential
      Then what the target does is recorded

      Examples:
        | request                               |
        | creating a user without name          |
        | reading an unknown user               |
        | sending PUT without an id to users    |
        | sending PATCH to products             |
        | deleting an unknown product           |

    @req:auth.bearer.tab
    Scenario: The token after a tab
      When a client tried listing users with the token after a tab
      Then what the target does is recorded
