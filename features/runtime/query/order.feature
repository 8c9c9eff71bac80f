Feature: The method order
  Sorts by a column of the allowed list, in a normalized direction, with a limit if given (§1).

  Rule: The rows come sorted

    @req:runtime.query.order
    Scenario Outline: Sorted by <column>
      When a client requests "GET /api/query-order?column=<column>&direction=asc&from=0"
      Then the fruits are "<fruits>"

      Examples:
        | column | fruits                                |
        | name   | apple, cherry, fig, melon, pear, plum |
        | price  | plum, pear, melon, fig, apple, cherry |

    @req:runtime.query.order
    Scenario: Sorted and selected by a parameter
      When a client requests "GET /api/query-order?column=price&direction=asc&from=20"
      Then the fruits are "plum, pear, melon"

    @req:runtime.query.order
    Scenario Outline: Sorted by a column that is called "<column>"
      When a client requests "GET /api/query-order-columns?column=<encoded>"
      Then the fruits are "<fruits>"

      Examples:
        | column    | encoded     | fruits                                |
        | order     | order       | plum, pear, melon, fig, apple, cherry |
        | two words | two%20words | apple, fig, cherry, melon, pear, plum |

    @req:runtime.query.order-direction
    Scenario Outline: The direction <direction>
      When a client requests "GET /api/query-order?column=price&direction=<direction>&from=0"
      Then the fruits are "<fruits>"

      Examples:
        | direction | fruits                                |
        | asc       | plum, pear, melon, fig, apple, cherry |
        | ASC       | plum, pear, melon, fig, apple, cherry |
        | Asc       | plum, pear, melon, fig, apple, cherry |
        | desc      | cherry, apple, fig, melon, pear, plum |
        | DESC      | cherry, apple, fig, melon, pear, plum |
        | dEsC      | cherry, apple, fig, melon, pear, plum |

    @req:runtime.query.order-limit
    Scenario Outline: The limit <limit>
      When a client requests "GET /api/query-order-limit?limit=<limit>"
      Then the fruits are "<fruits>"

      Examples:
        | limit | fruits                                |
        | 1     | apple                                 |
        | 2     | apple, cherry                         |
        | 5     | apple, cherry, fig, melon, pear       |
        | 6     | apple, cherry, fig, melon, pear, plum |
        | 100   | apple, cherry, fig, melon, pear, plum |

  Rule: Neither the column nor the direction injects SQL

    @req:runtime.query.order-column
    Scenario Outline: The column <column>
      Given "GET /api/query-order?column=price&direction=asc&from=30" gives {"rows": [{"name": "plum"}, {"name": "pear"}]}, by runtime.query.order
      When a client asks for the fruits in the order "<column>" "asc"
      Then the injected SQL does not determine their order

      Examples: a column of the table that is not in the list
        | column             |
        | stock              |
        | STOCK              |
        | "stock"            |
        | probe_fruits.stock |

      Examples: SQL that sorts by that column
        | column                     |
        | 4                          |
        | stock --                   |
        | (SELECT stock)             |
        | CASE WHEN 1 THEN stock END |
        | stock ASC, name            |

      Examples: SQL that sorts by an allowed column, downwards
        | column          |
        | name DESC --    |
        | name DESC, name |
        | price DESC --   |

    @req:runtime.query.order-guard
    Scenario Outline: The direction <direction>
      Given "GET /api/query-order?column=price&direction=asc&from=30" gives {"rows": [{"name": "plum"}, {"name": "pear"}]}, by runtime.query.order
      When a client asks for the fruits in the order "name" "<direction>"
      Then the injected SQL does not determine their order

      Examples:
        | direction          |
        | * 0 + stock        |
        | * 0, stock         |
        | asc LIMIT 1        |
        | desc LIMIT 1 --    |
        | ASC LIMIT 3 OFFSET 2 |

  Rule: What the specification leaves open is observed

    @req:runtime.query.order-refused
    Scenario Outline: The order "<column>" "<direction>"
      When a client asks for the fruits in the order "<column>" "<direction>"
      Then it is recorded in which order they come

      Examples:
        | column | direction |
        | stock  | asc       |
        | NAME   | asc       |
        |        | asc       |
        | price  | up        |
        | price  |           |

    @req:runtime.query.order-first
    Scenario Outline: The method first after order<limit>
      When a client requests "GET /api/query-order-first<query>"
      Then "row" of the answer is recorded

      Examples:
        | limit             | query    |
        |                   |          |
        | with a limit of 2 | ?limit=2 |

    @req:runtime.query.order-limit-other
    Scenario Outline: The limit "<limit>"
      When a client requests "GET /api/query-order-limit?limit=<limit>"
      Then it is recorded in which order they come

      Examples:
        | limit |
        | 0     |
        | -1    |
        | 1.5   |
