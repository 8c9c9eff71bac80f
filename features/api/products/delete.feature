Feature: Deleting products
  A DELETE of /api/products with an id checks that the product exists and removes it (§4.2, rule 5).

  @req:products.delete.status
  Scenario: A deletion is answered with 204
    Given a product
    When a client deletes the product
    Then the status is 204

  @req:products.delete.removes
  Scenario: A deleted product is gone, and no other
    Given no other scenario about products runs from here on
    And a product
    And another product of the same name
    When a client deletes the product
    And other scenarios run again
    Then the first product is unchanged
    And that product is gone

  @req:products.delete.removes
  Scenario: The product that the id names is removed, not the latest one
    Given a product
    And no other scenario about products runs from here on
    And another product
    When a client deletes the first product
    And other scenarios run again
    Then the latest product is unchanged
    And the first product is gone

  @alone:products @req:products.delete.removes
  Scenario: A product that was read and listed before is gone, too
    Given a product
    When a client reads the product, lists all and deletes it
    Then that product is gone

  @req:products.delete.removes
  Scenario Outline: An id of no product with <addition> deletes no other product
    Given a product
    And another product
    And the first product was deleted
    When a client deletes the products with the id "<id>"
    Then the latest product is unchanged

    Examples:
      | addition    | id                   |
      | a condition | {first} OR id={id}   |
      | a quotation | {first}' OR id='{id} |
      | a minus     | -{id}                |

  @req:products.delete.removes
  Scenario: An id that goes on after its digits removes no other product, and none when it is refused
    Given no other scenario about products runs from here on
    And a product
    And another product
    When a client deletes the product by its id with letters after it
    And other scenarios run again
    Then the product is unchanged if that was refused
    And the first product is unchanged

  @req:products.delete.removes
  Scenario: The id in the query string says what to delete, and not one in a body
    Given a product
    And another product
    When a client deletes the product with the id of the first one in a body
    Then the first product is unchanged

  @req:products.delete.unknown
  Scenario: Deleting a product that is gone is answered with 404
    Given a shared product that was deleted
    When a client deletes the product
    Then the status is 404

  @req:products.delete.unknown
  Scenario: A newer product is not taken for one that is gone
    Given no other scenario about products runs from here on
    And a product
    And another product
    And the first product was deleted
    When a client deletes the first product
    And other scenarios run again
    Then the status is 404 and the latest product is unchanged

  @req:products.delete.unknown
  Scenario: An id that goes on after its digits is unknown, or that of the product
    Given a product
    When a client deletes the product by its id with letters after it
    Then the product is gone if that was accepted

  Rule: What the specification leaves open is observed

    @req:products.delete.id-shape
    Scenario: A deletion by an id that goes on after its digits
      Given a product
      When a client deletes the product by its id with letters after it
      Then what became of the product is recorded

    @alone:products @req:products.delete.id-again
    Scenario: The id of the latest product when that was deleted
      Given no other scenario about products runs from here on
      And a product
      And the first product was deleted
      And another product
      Then it is recorded whether its id is that of the first one

    @req:products.delete.body
    Scenario: The body that comes with 204
      Given a product
      When a client deletes the product
      Then it is recorded which length the answer announces
