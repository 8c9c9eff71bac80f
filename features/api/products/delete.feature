Feature: Deleting products
  A DELETE of /api/products with an id checks that the product exists and removes it (§4.2, rule 5).

  @req:products.delete.status
  Scenario: A deletion is answered with 204
    When a client tried deleting a product
    Then the status is 204

  @req:products.delete.removes
  Scenario: Only the deleted product is gone
    Given no other scenario about products runs from here on
    And a product
    And another product of the same name
    When a client deletes the product
    And other scenarios run again
    Then the first product is unchanged
    And that product is gone

  @req:products.delete.removes
  Scenario: The product that the id names is removed, not the latest one
    Given no other scenario about products runs from here on
    And a product
    And another product
    When a client deletes the first product
    And other scenarios run again
    Then the latest product is unchanged
    And the first product is gone

  @req:products.delete.removes
  Scenario: Deletions at the same time each remove their own row
    Given 2 products
    Then each of the products is gone when all are deleted at the same time

  @alone:products @req:products.delete.removes
  Scenario: A product is gone after earlier reads and lists
    Given a product
    When a client reads the product, lists all and deletes it
    Then that product is gone

  @req:products.delete.removes
  Scenario: An unknown id with a condition, quotation mark, comma or minus sign deletes no other product
    Given a shared product that was deleted
    And a product
    Then a deletion of products with each of these ids leaves the latest product unchanged:
      | {first} OR id={id}   |
      | {first}' OR id='{id} |
      | {first},{id}         |
      | -{id}                |

  @req:products.delete.removes
  Scenario: An id followed by letters removes no other product, and none if it is rejected
    Given no other scenario about products runs from here on
    And a product
    And another product
    When a client deletes the product with its id followed by letters
    And other scenarios run again
    Then the product is unchanged if the request was rejected
    And the first product is unchanged

  @req:products.delete.removes
  Scenario: The id in the query string selects the row to delete, not an id in the body
    Given a product
    And another product
    When a client deletes the product with the id of the first one in a body
    Then the first product is unchanged

  @req:products.delete.unknown
  Scenario: Deleting a deleted product is answered with 404
    Given a shared product that was deleted
    When a client deletes the product
    Then the status is 404

  @req:products.delete.unknown
  Scenario: A newer product is not mistaken for a deleted one
    Given no other scenario about products runs from here on
    And a product
    And another product
    And the first product was deleted
    When a client deletes the first product
    And other scenarios run again
    Then the status is 404 and the latest product is unchanged

  @req:products.delete.unknown
  Scenario: An id followed by letters is unknown or identifies the product
    Given a product
    When a client deletes the product with its id followed by letters
    Then the product is gone if the request was accepted

  Rule: What the specification leaves open is observed

    @req:products.delete.id-shape
    Scenario: A deletion with an id followed by letters
      Given a product
      When a client deletes the product with its id followed by letters
      Then the effect on the product is recorded

    @alone:products @req:products.delete.id-again
    Scenario: The id of the latest product after its deletion
      Given no other scenario about products runs from here on
      And a product
      And the first product was deleted
      And another product
      Then it is recorded whether its id is that of the first one

    @req:products.delete.body
    Scenario: The body that comes with 204
      When a client tried deleting a product
      Then the declared length of the answer is recorded
