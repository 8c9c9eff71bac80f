Feature: Reading one product
  A GET of /api/products with the query parameter id returns that product (§4.2).

  @req:products.read.status
  Scenario: A product is answered with 200
    Given a shared product
    When a client read the product
    Then the status is 200

  @req:products.read.status
  Scenario Outline: A product whose <member> is absent is answered with 200
    Given a shared product whose <member> is absent
    When a client reads the product
    Then the status is 200

    Examples:
      | member      |
      | description |
      | stock       |

  @req:products.read.values
  Scenario: A product that is read is not wrapped in an envelope
    Given a shared product
    When a client read the product
    Then the body has no envelope

  @late @req:products.read.values
  Scenario Outline: A product whose <member> is <value> is read unchanged
    Given a shared product whose <member> is <value>
    When a client reads the product
    Then the answer is that product

    Examples:
      | member      | value                       |
      | price       | 1                           |
      | price       | 0.01                        |
      | price       | 1234567.89                  |
      | stock       | 1                           |
      | stock       | 2147483647                  |
      | name        | "007"                       |
      | description | "plain"                     |
      | description | "1e3"                       |
      | description | "Zoë, 日本, 🎉"                |
      | description | "\"quoted\" and 'quoted'"   |
      | description | "back\\\\slash and / slash" |
      | description | "a line\\nand a\\ttab"      |
      | description | "<script>alert(1)</script>" |

  @req:products.read.values
  Scenario: Each of several products is read unchanged
    Given 3 products
    Then each of the products is found with its own values

  @req:products.read.values
  Scenario: Each of several products that were created at the same time is read unchanged
    Given 3 products that are created at the same time
    Then each of the products is found with its own values when all are read at the same time

  @req:products.read.columns
  Scenario: All columns of a product are read
    Given a shared product
    When a client read the product
    Then the answer has all columns of a product

  @req:products.read.values
  Scenario: A new product is read, even if its id was requested before
    Given no other scenario about products runs from here on
    And a product
    When a client reads the products with the id "{next}"
    Given another product
    And other scenarios run again
    Then the latest product is unchanged

  @req:products.read.unknown
  Scenario: A deleted product is unknown
    Given reading a product was answered as specified
    And a shared product that was deleted
    When a client reads the product
    Then the status is 404

  @req:products.read.unknown
  Scenario: A deleted product is unknown while a newer one exists
    Given a product
    And another product
    And reading a product was answered as specified
    And the first product was deleted
    When a client reads the first product
    Then the status is 404

  @req:products.read.unknown
  Scenario: An id far beyond the last one is unknown
    Given reading a product was answered as specified
    When a client reads the products with an id far beyond the last one
    Then the status is 404

  @req:products.read.no-other
  Scenario Outline: An unknown id with <addition> returns no other product
    Given reading a product was answered as specified
    And a shared product that was deleted
    When a client reads the products with the id "<id>"
    Then the answer is not a single product

    Examples:
      | addition         | id               |
      | a condition      | {id} OR 1=1      |
      | a quotation mark | {id}' OR '1'='1  |
      | a bracket        | {id}) OR (1=1    |
      | another number   | {id},1,2,3,4,5,6 |
      | a wildcard       | %                |
      | a minus sign     | -{first}         |
      | 2^32 more        | {first wrapped}  |

  @req:products.read.no-other
  Scenario: The id zero returns neither a product nor the list
    Given reading a product was answered as specified
    When a client reads the products with the id "0"
    Then the answer is not a list of products
    And the answer is not a single product

  @alone:products @last @req:products.read.no-other
  Scenario: An id that is only a prefix of others returns none of them
    Given a shared product
    When a client reads the products with an id that is only a prefix of others
    Then the answer is not a product of another id

  Rule: What the specification leaves open is observed

    @req:products.read.id-shape
    Scenario Outline: A product with the id "<id>"
      Given reading a product was answered as specified
      When a client read the products with the id "<id>"
      Then what the target does is recorded

      Examples:
        | id                      |
        |                         |
        | 0                       |
        | -1                      |
        | 1.5                     |
        | abc                     |
        | 1e3                     |
        | 0x1                     |
        | 1 OR 1=1                |
        | {id}abc                 |
        | {id}.0                  |
        | 0{id}                   |
        | 99999999999999999999999 |
