Feature: Updating products
  A PUT to /api/products with an id changes the fields that its body gives and keeps the others
  (§4.2, rules 3 and 4).

  Rule: The fields of the body are stored

    @req:products.update.status
    Scenario: An update is answered with 200
      When a client tried updating a product
      Then the status is 200

    @req:products.update.answer
    Scenario: The answer shows the merged values of a whole update
      Given a product
      When a client updates the product
      Then the answer is that product

    @req:products.update.answer
    Scenario: Updates at the same time are each answered with their own values
      Given 2 products
      Then each of the products is answered with its own new values when all are updated at the same time

    @req:products.update.answer
    Scenario: The answer is not wrapped in an envelope
      When a client tried updating a product
      Then the body has no envelope

    @req:products.update.answer
    Scenario: The answer shows the merged values whichever fields are updated
      Then an update of any choice of fields is answered with all of them

    @req:products.update.answer
    Scenario: The answer shows the merged values when there is no description
      Given a product whose description is absent
      When a client updates the product with price 0.5
      Then the answer and the stored product have the description absent

    @req:products.update.same-values
    Scenario: An update that changes nothing is answered with 200
      Given updating a product was answered as specified
      And a product
      When a client updates the product with the values that it has
      Then the status is 200

    @req:products.update.id-as-received
    Scenario: The answer repeats the id as the text of the query string
      When a client tried updating a product
      Then the id in the answer is exactly the text that was sent

    @req:products.update.id-as-received
    Scenario: An id with a leading zero, if accepted, is returned with the zero
      Given a product
      When a client updates the product with a leading zero before its id
      Then the id in the answer, if it was accepted, is exactly the text that was sent

    @req:products.update.id-from-query
    Scenario: The id in the query string selects the row to update, not an id in the body
      Given a product
      And another product
      When a client updates the product with the id of the first one in the body
      Then the answer is that product, if it was accepted
      And the first product is unchanged
      And the product is found with its new values

    @req:products.update.id-from-query
    Scenario: An id in the body alone, or an empty id, updates none of the products
      Given no other scenario about products runs from here on
      And a product
      When a client updates the products with an id only in the body
      And a client updates the products with an empty id
      And other scenarios run again
      Then the latest product is unchanged

    @req:products.update.id-from-query
    Scenario: An unknown id with a condition, quotation mark, comma or minus sign updates no other product
      Given a shared product that was deleted
      And a product
      Then an update of products with each of these ids leaves the latest product unchanged:
        | {first} OR id={id}   |
        | {first}' OR id='{id} |
        | {first},{id}         |
        | -{id}                |

    @req:products.update.id-from-query
    Scenario: A free id in the body does not become the id of the product
      Given a shared product that was deleted
      And another product
      When a client updates the product with the id of the first one in the body
      Then the answer is that product, if it was accepted
      And the product has its values under its id

    @req:products.update.id-from-query
    Scenario: An id followed by letters, if accepted, changes that product and no other
      Given no other scenario about products runs from here on
      And a product
      And another product
      When a client updates the product with its id followed by letters
      And other scenarios run again
      Then the product is unchanged if the request was rejected
      And the other products are unchanged

    @req:products.update.unknown
    Scenario: An id followed by letters, if accepted, finds that product
      Given a product
      And another product
      When a client updates the product with its id followed by letters
      Then the product has its new values if the request was accepted

    @req:products.update.stores
    Scenario: All four fields are stored
      Given a product
      When a client updates the product
      Then the product is found with its new values

    @late @req:products.update.stores
    Scenario: The name, the price or the stock alone is stored
      Given a product
      Then an update of the product with each of these is stored:
        | name  | "Touchstone, renamed" |
        | price | 0.5                   |
        | price | 1234567.89            |
        | stock | 1                     |
        | stock | 2147483647            |

    @late @req:products.update.stores
    Scenario: The description alone is stored
      Given a product
      When a client updates the product with description "Zoë, \"日本\" and '🎉'"
      Then the product is stored with description "Zoë, \"日本\" and '🎉'"

    @req:products.update.stores
    Scenario Outline: A <member> that the product did not have is stored
      Given a product whose <member> is absent
      When a client updates the product with <member> <value>
      Then the product is stored with <member> <value>

      Examples:
        | member      | value         |
        | description | "added later" |
        | stock       | 12            |

    @req:products.update.stores
    Scenario: The fields are stored whichever of them are updated
      Then an update of any choice of fields stores those

    @req:products.update.stores
    Scenario: Updates at the same time are each stored in their own row
      Given 2 products
      Then each of the products is found with its own new values when all are updated at the same time

    @alone:products @req:products.update.stores
    Scenario: A read and a list that were answered before show the update
      Given a product
      When a client reads the product, lists all and updates it
      Then the product is found with its new values
      And the list shows the product with its new values
      And no other product in that list has its new name

    @req:products.update.stores
    Scenario: The other products keep their values
      Given no other scenario about products runs from here on
      And a product
      And another product of the same name
      When a client updates the product
      And other scenarios run again
      Then the other products are unchanged

    @req:products.update.stores
    Scenario: A newer product keeps its values
      Given no other scenario about products runs from here on
      And a product
      And another product
      When a client updates the first product
      And other scenarios run again
      Then the latest product is unchanged

    @req:products.update.truthy-stored
    Scenario: A name that is not falsey is stored
      Given updating a product was answered as specified
      And a product
      Then an update of the product with each of these is stored:
        | name | "0"     |
        | name | "false" |

    @req:products.update.truthy-stored
    Scenario: A description that is not falsey is stored
      Given updating a product was answered as specified
      And a product
      Then an update of the product with each of these is stored:
        | description | "null" |
        | description | "0"    |
        | description | " "    |

  Rule: What is missing or falsey keeps its stored value

    @req:products.update.missing-keeps-stored
    Scenario: Whichever fields are updated, the others keep their values
      Then an update of any choice of fields keeps the others

    @req:products.update.missing-keeps-stored
    Scenario: An update of nothing keeps all fields
      Given a product
      When a client updates the product with an empty object
      Then the product is found with its values

    @req:products.update.missing-keeps-stored
    Scenario: An update of nothing keeps all fields, regardless of the query string
      Given a product
      When a client updates the product with an empty object and other values in the query string
      Then the product is found with its values, or unchanged if the parameters were rejected

    @req:products.update.falsey-keeps-stored
    Scenario Outline: The <member> stays when it is updated with a falsey value
      Given a product
      And the product was updated with <member> <truthy>
      Then its <member> is still <truthy> after the same update with each of these:
        | null  |
        | false |
        | 0     |
        | ""    |

      Examples:
        | member      | truthy                |
        | name        | "Touchstone, renamed" |
        | description | "changed"             |
        | price       | 99.75                 |
        | stock       | 40                    |

  Rule: The time of the update is kept

    @waits @req:products.update.updated-at
    Scenario: An update sets updated_at to the current time
      Given a product
      When a client updates the product at a later time
      Then a read shows its updated_at as the current time
      And its updated_at is later than before
      And the list shows its updated_at as a read does

    @waits @req:products.update.updated-at
    Scenario: An update that changes nothing also sets updated_at
      Given a product
      When a client updates the product with the values that it has, at a later time
      Then its updated_at is later than before

    @req:products.update.updated-at
    Scenario: An updated_at in the body does not become that of the product
      Given a product
      When a client updates the product with old times in the body
      Then a read shows its updated_at as the current time

    @waits @req:products.update.updated-at
    Scenario: A second update sets updated_at again
      Given a product
      When a client updates the product at a later time
      And a client updates the product at a later time
      Then its updated_at is later than before

    @waits @req:products.update.updated-at
    Scenario: An update of no field, a falsey field or a single field sets updated_at
      Then an update with each of these sets updated_at to a later time:
        | {}                                    |
        | {"stock": 0}                          |
        | {"name": "Touchstone, renamed"}       |
        | {"description": "changed by a check"} |
        | {"stock": 40}                         |

  Rule: Only a product that exists can be updated

    @req:products.update.unknown
    Scenario: An update of a deleted product is answered with 404
      Given a product
      And updating a product was answered as specified
      And a shared product that was deleted
      When a client updates the product
      Then the status is 404 and nothing is stored for that request

    @req:products.update.unknown
    Scenario: A newer product is not mistaken for a deleted one
      Given a product
      And another product
      And updating a product was answered as specified
      And the first product was deleted
      When a client updates the first product
      Then the status is 404

  Rule: What the specification leaves open is observed

    @req:products.update.id-shape
    Scenario: An update with an id followed by letters
      Given a product
      When a client updates the product with its id followed by letters
      Then the effect on the product is recorded

    @req:products.update.wrong-types
    Scenario Outline: An update with <member> <value>
      Given a product
      When a client updates the product with <member> <value>
      Then what the target does is recorded

      Examples:
        | member | value      |
        | name   | 7          |
        | name   | ["a list"] |
        | price  | "9.5"      |
        | price  | "cheap"    |
        | stock  | 1.5        |
        | stock  | "many"     |
