Feature: Creating products
  A POST to /api/products creates a product from a name, a price and, optionally, a description and a
  stock (§4.2).

  Rule: A complete product is created

    @req:products.create.status
    Scenario: A new product is answered with 201
      When a client tried creating a product
      Then the status is 201

    @req:products.create.status
    Scenario Outline: A new product whose <member> is <value> is answered with 201
      When a client created a product whose <member> is <value>
      Then the status is 201

      Examples:
        | member      | value      |
        | description | absent     |
        | stock       | absent     |
        | price       | 0.01       |
        | price       | 1234567.89 |

    @req:products.create.status
    Scenario: A new product with a name and a price alone is answered with 201
      When a client created a product with a name and a price alone
      Then the status is 201

    @req:products.create.id
    Scenario: The answer names the id of the new product
      When a client creates a product
      Then the answer contains the id under which the product is found

    @req:products.create.id
    Scenario Outline: The answer contains the id when the <member> is absent
      When a client created a product whose <member> is absent
      Then the answer contains the id under which the product is found

      Examples:
        | member      |
        | description |
        | stock       |

    @req:products.create.id-integer
    Scenario: The id of a new product is an integer
      When a client tried creating a product
      Then the answer shows its id as an integer

    @req:products.create.echo
    Scenario: The answers to creates at the same time repeat the values of their own requests
      Then each of 2 products that are created at the same time is answered with its own values

    @late @req:products.create.echo
    Scenario Outline: The answer repeats a product whose <member> is <value>
      When a client created a product whose <member> is <value>
      Then the answer repeats the product

      Examples:
        | member      | value                     |
        | price       | 1                         |
        | price       | 0.01                      |
        | price       | 19.99                     |
        | price       | 1234567.89                |
        | stock       | 1                         |
        | stock       | 2147483647                |
        | description | "plain"                   |
        | description | "Zoë, 日本, 🎉"           |
        | description | "\"quoted\" and 'quoted'" |
        | description | "a line\\nand a\\ttab"      |

    @req:products.create.keeps-others
    Scenario: A POST with the id of a product in its body leaves that product unchanged
      Given a product
      When a client creates another product with the id of the first one in its body
      Then the first product is unchanged

    @req:products.create.keeps-others
    Scenario: A POST with the id of a product in its query string leaves that product unchanged
      Given a product
      When a client creates another product with the id of the first one in the query string
      Then the first product is unchanged

  Rule: The server assigns the id of a new product

    @req:products.create.id-from-server
    Scenario Outline: An existing id in <place> does not become the id of the new product
      Given a product
      When a client creates another product with the id of the first one in <place>
      Then if it was accepted, it has its own id and is found under it

      Examples:
        | place            |
        | the query string |
        | its body         |

    @req:products.create.id-from-server
    Scenario Outline: A free id in <place> does not become the id of the new product
      Given a shared product that was deleted
      When a client creates another product with the id of the first one in <place>
      Then if it was accepted, it has its own id and is found under it

      Examples:
        | place            |
        | the query string |
        | its body         |

  Rule: Name and price are required

    Scenario Outline: A product whose <member> is <value> is rejected
      Given a shared product
      When a client creates another product whose <member> is <value>
      Then the status is 400

      @req:products.create.name-required
      Examples: no name, or a falsey one
        | member | value  |
        | name   | absent |
        | name   | null   |
        | name   | false  |
        | name   | 0      |
        | name   | ""     |

      @req:products.create.price-required
      Examples: no price, or a falsey one
        | member | value  |
        | price  | absent |
        | price  | null   |
        | price  | false  |
        | price  | 0      |
        | price  | ""     |

    @req:products.create.price-required
    Scenario Outline: A price of <digits> is 0 in every notation
      Given a shared product
      When a client creates another product whose price is written as <digits>
      Then the status is 400

      Examples:
        | digits |
        | 0.0    |
        | -0     |
        | 0e5    |

    @req:products.create.name-truthy
    Scenario Outline: A product whose name is the text <name> is accepted
      Given a shared product
      When a client creates another product whose name is <name>
      Then a new product is created
      And the product is found with its values

      Examples:
        | name    |
        | "0"     |
        | "false" |
        | "null"  |

    @req:products.create.name-truthy
    Scenario: A product with the name of another one is accepted
      Given a shared product
      When a client creates another product with the same name
      Then a new product is created

  Rule: Stock and description are optional (rule 2)

    @req:products.create.stock-default
    Scenario Outline: A product whose stock is <value> has none in stock
      When a client created a product whose stock is <value>
      Then the answer and the stored product have the stock 0

      Examples:
        | value  |
        | absent |
        | null   |
        | 0      |

    @req:products.create.stock-default
    Scenario: A product with a name and a price alone has none in stock
      When a client created a product with a name and a price alone
      Then the answer and the stored product have the stock 0

    @req:products.create.stock-default
    Scenario Outline: A product whose stock is <value> has none in stock, unless it is rejected
      When a client created a product whose stock is <value>
      Then the answer and the stored product, if it was accepted, have the stock 0

      Examples:
        | value |
        | false |
        | ""    |

    @req:products.create.description-as-given
    Scenario: A product with a name and a price alone has no description
      When a client created a product with a name and a price alone
      Then the answer and the stored product have the description absent

    @req:products.create.description-as-given
    Scenario Outline: The description <value> is passed through
      When a client created a product whose description is <value>
      Then the answer and the stored product have the description <value>

      Examples:
        | value                |
        | "a short one"        |
        | "0"                  |
        | "null"               |
        | ""                   |
        | null                 |
        | absent               |
        | "' \|\| 'x' \|\| '"     |

  Rule: What the specification leaves open is observed

    @req:products.create.with-id
    Scenario: A POST with the id of a product
      Given a product
      When a client creates another product with the id of the first one in the query string
      Then what the target does is recorded

    @req:products.create.wrong-types
    Scenario Outline: A product whose <member> is <value>
      Given a shared product
      When a client creates another product whose <member> is <value>
      Then what the target does is recorded

      Examples:
        | member      | value      |
        | name        | 7          |
        | name        | ["a list"] |
        | price       | "9.5"      |
        | price       | "cheap"    |
        | price       | true       |
        | price       | {"a": 1}   |
        | stock       | 1.5        |
        | stock       | "3"        |
        | stock       | "many"     |
        | description | 7          |

    @req:products.create.negative-numbers
    Scenario Outline: A product whose <member> is <value>
      Given a shared product
      When a client creates another product whose <member> is <value>
      Then what the target does is recorded

      Examples:
        | member | value |
        | price  | -1    |
        | stock  | -1    |
