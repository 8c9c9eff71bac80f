Feature: Numbers of every size
  A price is a real number and a stock an integer (§2); both come back as they were sent.

  @req:products.fields.price-digits
  Scenario: Every digit of a price comes back from a create and an update of a product
    Given a shared product
    Then a product created with each of these prices, and then updated to another, shows it again:
      | 1            |
      | 0.1          |
      | 0.07         |
      | 1.005        |
      | 19.99        |
      | 0.001        |
      | 0.000001     |
      | 0.123456789  |
      | 1234567.891  |
      | 99999999.99  |
      | 123456789012 |
      | 2147483648.5 |
      | 1e15         |

  @req:products.fields.round-trip
  Scenario Outline: A product created with <member> <value> shows it again, or is rejected
    Given a shared product
    When a client creates another product whose <member> is <value>
    Then it is stored as it was sent, if it was accepted

    Examples:
      | member | value |
      | price  | -1.5  |
      | stock  | -3    |

  @req:products.fields.round-trip
  Scenario Outline: A product updated with <member> <value> shows it again, or is rejected
    Given a product
    When a client updates the product with <member> <value>
    Then it is stored as it was sent, if it was accepted

    Examples:
      | member | value |
      | price  | -1.5  |
      | stock  | -3    |

  Rule: What the specification leaves open is observed

    @req:products.fields.number-limits
    Scenario Outline: A product whose <member> is <value>
      Given a shared product
      When a client creates another product whose <member> is <value>
      Then what the target does is recorded

      Examples:
        | member | value                |
        | price  | 0.30000000000000004  |
        | price  | 1234567890.123456789 |
        | price  | 1e300                |
        | price  | 1e-300               |
        | stock  | 2147483648           |
        | stock  | 9007199254740991     |
