Feature: Fields of products
  The columns of the table products (§2), as far as answers show them.

  @req:products.fields.id-unique
  Scenario: No two products share an id
    Given 5 shared products
    Then all products have different ids

  @req:products.fields.id-unique
  Scenario: Products that are created at the same time have different ids
    Given 3 products that are created at the same time
    Then all products have different ids

  Scenario Outline: The <member> is <type> in <view>
    Given a shared product
    Then <view> shows its <member> as <type>

    @req:products.fields.id-integer
    Examples:
      | view     | member | type       |
      | a read   | id     | an integer |
      | the list | id     | an integer |

    @req:products.fields.text
    Examples:
      | view       | member      | type   |
      | a read     | name        | a text |
      | a read     | description | a text |
      | the list   | name        | a text |
      | the list   | description | a text |

    @req:products.fields.price-number
    Examples:
      | view       | member | type     |
      | a read     | price  | a number |
      | the list   | price  | a number |

    @req:products.fields.stock-integer
    Examples:
      | view       | member | type       |
      | a read     | stock  | an integer |
      | the list   | stock  | an integer |

  Scenario Outline: The <member> is <type> in the answer
    Given creating a product was answered as specified
    Then the answer shows its <member> as <type>

    @req:products.fields.text
    Examples:
      | member      | type   |
      | name        | a text |
      | description | a text |

    @req:products.fields.price-number
    Examples:
      | member | type     |
      | price  | a number |

    @req:products.fields.stock-integer
    Examples:
      | member | type       |
      | stock  | an integer |

  Scenario Outline: The <member> is <type> in the answer to an update
    Given updating a product was answered as specified
    Then the answer shows its <member> as <type>

    @req:products.fields.text
    Examples:
      | member      | type   |
      | name        | a text |
      | description | a text |

    @req:products.fields.price-number
    Examples:
      | member | type     |
      | price  | a number |

    @req:products.fields.stock-integer
    Examples:
      | member | type       |
      | stock  | an integer |

  @req:products.fields.stock-integer
  Scenario: The stock is an integer when none was given
    Given a shared product whose stock is absent
    Then a read shows its stock as an integer

  @req:products.fields.description-null
  Scenario Outline: A description that is <value> is null when the product is read
    Given a shared product whose description is <value>
    Then a read shows its description as null

    Examples:
      | value  |
      | absent |
      | null   |

  @req:products.fields.required
  Scenario: No product without a name or a price is stored, regardless of the answer
    Given a shared product
    When a client creates other products, each with one of these:
      | price | absent |
      | price | null   |
      | price | false  |
      | price | 0      |
      | price | ""     |
      | name  | absent |
      | name  | null   |
      | name  | false  |
      | name  | 0      |
      | name  | ""     |
    Then none of these products is stored

  @req:products.fields.created-at
  Scenario Outline: The created_at of a new product is the current time in <view>
    Given a product
    Then <view> shows its created_at as the current time

    Examples:
      | view     |
      | a read   |
      | the list |

  @req:products.fields.created-at
  Scenario: A created_at in the body of an update does not become that of the product
    Given a product
    When a client updates the product with old times in the body
    Then a read shows its created_at as the current time

  @waits @req:products.fields.created-at
  Scenario: An update does not change when the product was created
    Given a product
    When a client updates the product at a later time
    Then its created_at is the same as before
    And the list shows its created_at as a read does
    And a product that is created now is newer

  @req:products.fields.updated-at
  Scenario: A product that was not changed has the time of its creation as updated_at
    Given a product
    Then a read shows its updated_at as the current time
    And its updated_at is the time of its creation

  @waits @req:products.fields.updated-at
  Scenario: Reading a product and updating another one leave its updated_at unchanged
    Given a product
    When a client updates another product at a later time
    And a client reads the first product
    Then the updated_at of the first product is the same as before
