Feature: Requests that no branch answers
  Every combination of method and id that the tables of §4.1 and §4.2 do not list is a 404.

  Scenario Outline: Without an id, <method> to <resources> is answered with 404 and changes nothing
    Given <control> is answered as it should be
    And another <resource>
    When a client tries sending <method> without an id to <resources>
    Then the status is 404
    And the latest <resource> is unchanged

    @req:users.fallback.put-without-id
    Examples:
      | method | resource | resources | control         |
      | PUT    | user     | users     | updating a user |

    @req:users.fallback.delete-without-id
    Examples:
      | method | resource | resources | control         |
      | DELETE | user     | users     | deleting a user |

    @req:products.fallback.put-without-id
    Examples:
      | method | resource | resources | control            |
      | PUT    | product  | products  | updating a product |

    @req:products.fallback.delete-without-id
    Examples:
      | method | resource | resources | control            |
      | DELETE | product  | products  | deleting a product |

  Scenario Outline: PATCH has no branch: <request>
    Given <control> is answered as it should be
    When a client tries <request>
    Then the status is 404

    @req:users.fallback.patch
    Examples:
      | request                           | control         |
      | sending PATCH to users            | updating a user |
      | sending PATCH with an id to users | updating a user |

    @req:products.fallback.patch
    Examples:
      | request                              | control            |
      | sending PATCH to products            | updating a product |
      | sending PATCH with an id to products | updating a product |

  Scenario Outline: PATCH changes none of the <resources>
    Given <control> is answered as it should be
    When a client tries sending PATCH with an id to <resources>
    Then the <resource> is unchanged

    @req:users.fallback.patch
    Examples:
      | resource | resources | control         |
      | user     | users     | updating a user |

    @req:products.fallback.patch
    Examples:
      | resource | resources | control            |
      | product  | products  | updating a product |

  Rule: What the specification leaves open is observed

    Scenario Outline: HEAD of a <resource>
      Given a <resource>
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
