Feature: Requests that no branch answers
  Every combination of method and id that the tables of §4.1 and §4.2 do not list is a 404.

  Scenario Outline: Without an id, <method> to <resources> is answered with 404 and changes nothing
    Given <control> was answered as specified
    And no other scenario about <resources> runs from here on
    And another <resource>
    When a client tries sending <method> without an id to <resources>
    And other scenarios run again
    Then the status is 404, nothing is stored for that request and the latest <resource> is unchanged

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

  Scenario Outline: An id in the body alone, or an empty id, removes no <resource>
    Given <control> was answered as specified
    And no other scenario about <resources> runs from here on
    And another <resource>
    When a client deletes the <resources> with an id only in the body
    And a client deletes the <resources> with an empty id
    And other scenarios run again
    Then the latest <resource> is unchanged

    @req:users.fallback.delete-without-id
    Examples:
      | resource | resources | control         |
      | user     | users     | deleting a user |

    @req:products.fallback.delete-without-id
    Examples:
      | resource | resources | control            |
      | product  | products  | deleting a product |

  Scenario Outline: PATCH has no branch and changes nothing: <request>
    Given <control> was answered as specified
    And no other scenario about <resources> runs from here on
    And another <resource>
    When a client tries <request>
    And other scenarios run again
    Then the status is 404, nothing is stored for that request and the latest <resource> is unchanged

    @req:users.fallback.patch
    Examples:
      | request                           | control         | resource | resources |
      | sending PATCH to users            | updating a user | user     | users     |
      | sending PATCH with an id to users | updating a user | user     | users     |

    @req:products.fallback.patch
    Examples:
      | request                              | control            | resource | resources |
      | sending PATCH to products            | updating a product | product  | products  |
      | sending PATCH with an id to products | updating a product | product  | products  |

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
