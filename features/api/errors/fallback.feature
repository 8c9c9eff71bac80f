Feature: Requests that no branch answers
  Every combination of method and id that the tables of §4.1 and §4.2 do not list is a 404.

  Scenario Outline: Without an id, <method> to <resources> is answered with 404 and changes nothing
    Given <control> was answered as it should be
    And no other scenario runs from here on
    And another <resource>
    When a client tries sending <method> without an id to <resources>
    Then the status is 404
    And nothing is stored for that request
    And the latest <resource> is unchanged

    @alone:users @req:users.fallback.put-without-id
    Examples:
      | method | resource | resources | control         |
      | PUT    | user     | users     | updating a user |

    @alone:users @req:users.fallback.delete-without-id
    Examples:
      | method | resource | resources | control         |
      | DELETE | user     | users     | deleting a user |

    @alone:products @req:products.fallback.put-without-id
    Examples:
      | method | resource | resources | control            |
      | PUT    | product  | products  | updating a product |

    @alone:products @req:products.fallback.delete-without-id
    Examples:
      | method | resource | resources | control            |
      | DELETE | product  | products  | deleting a product |

  Scenario Outline: An id in the body alone removes no <resource>
    Given <control> was answered as it should be
    And no other scenario runs from here on
    And another <resource>
    When a client deletes the <resources> by a body with an id alone
    Then the latest <resource> is unchanged

    @alone:users @req:users.fallback.delete-without-id
    Examples:
      | resource | resources | control         |
      | user     | users     | deleting a user |

    @alone:products @req:products.fallback.delete-without-id
    Examples:
      | resource | resources | control            |
      | product  | products  | deleting a product |

  Scenario Outline: PATCH has no branch and changes nothing: <request>
    Given <control> was answered as it should be
    And no other scenario runs from here on
    And another <resource>
    When a client tries <request>
    Then the status is 404
    And nothing is stored for that request
    And the latest <resource> is unchanged

    @alone:users @req:users.fallback.patch
    Examples:
      | request                           | control         | resource |
      | sending PATCH to users            | updating a user | user     |
      | sending PATCH with an id to users | updating a user | user     |

    @alone:products @req:products.fallback.patch
    Examples:
      | request                              | control            | resource |
      | sending PATCH to products            | updating a product | product  |
      | sending PATCH with an id to products | updating a product | product  |

  Rule: What the specification leaves open is observed

    Scenario Outline: HEAD of a <resource>
      Given a shared <resource>
      When a client sends HEAD for that <resource>
      Then what the target does is recorded

      @req:users.fallback.head
      Examples:
        | resource |
        | user     |

      @req:products.fallback.head
      Examples:
        | resource |
        | product  |
