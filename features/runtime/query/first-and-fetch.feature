Feature: The methods first and fetch
  The first row of a query as a map, and the list of all rows (§1).

  Rule: first returns one row

    @req:runtime.query.first
    Scenario Outline: The first row from id <id> on
      When a client requests "GET /api/query-first?id=<id>"
      Then the body matches {"row": <row>, "name": <name>}

      Examples:
        | id | row                                    | name     |
        | 1  | {"name": "pear", "origin": "garden"}   | "pear"   |
        | 2  | {"name": "apple", "origin": "garden"}  | "apple"  |
        | 3  | {"name": "plum", "origin": "wild"}     | "plum"   |
        | 6  | {"name": "cherry", "origin": "garden"} | "cherry" |

    @req:runtime.query.first
    Scenario: Texts in their columns
      When a client requests "GET /api/query-texts"
      Then the body is exactly
        """
        {
          "empty": "",
          "digits": "007",
          "padded": "  padded ",
          "letters": "Zoë, 日本, 🎉",
          "marks": "it's \"100%\" of // one",
          "lines": "a line\nand another",
          "backslashes": "C:\\new\\ \\\"x",
          "mixedCase": "found"
        }
        """

    @req:runtime.query.first
    Scenario: Numbers in their columns
      When a client requests "GET /api/query-numbers"
      Then the body is exactly {"price": 0.5, "stock": 40, "negative": -0.5, "large": 123456789}

    @req:runtime.query.first
    Scenario: Statements with a LIMIT of their own
      When a client requests "GET /api/query-first-limit"
      Then the body is exactly {"three": "apple", "third": "fig", "counted": "plum", "none": "no row"}

    @req:runtime.query.first-none
    Scenario: No row
      Given "GET /api/query-first?id=6" gives {"truth": "truthy"}, by runtime.query.first
      When a client requests "GET /api/query-first?id=7"
      Then the body matches {"truth": "falsey"}

    @req:runtime.query.first-without-parameters
    Scenario: Without a list of parameters
      When a client requests "GET /api/query-first-call" or "GET /api/query-first-getter"
      Then one of the answers contains {"row": {"name": "apple", "origin": "garden"}}

  Rule: fetch returns all rows

    @req:runtime.query.fetch
    Scenario Outline: All rows from id <id> on
      When a client requests "GET /api/query-fetch?id=<id>"
      Then the body matches {"rows": <rows>, "count": <count>}

      Examples:
        | id | rows                                                                                                                                                                                                                              | count |
        | 7  | []                                                                                                                                                                                                                                | 0     |
        | 6  | [{"name": "cherry", "origin": "garden"}]                                                                                                                                                                                          | 1     |
        | 5  | [{"name": "melon", "origin": "wild"}, {"name": "cherry", "origin": "garden"}]                                                                                                                                                     | 2     |
        | 1  | [{"name": "pear", "origin": "garden"}, {"name": "apple", "origin": "garden"}, {"name": "plum", "origin": "wild"}, {"name": "fig", "origin": "wild"}, {"name": "melon", "origin": "wild"}, {"name": "cherry", "origin": "garden"}] | 6     |

    @req:runtime.query.fetch
    Scenario: Equal rows
      When a client requests "GET /api/query-equal-rows"
      Then the body matches {"rows": [{"kind": "fruit"}, {"kind": "fruit"}, {"kind": "fruit"}], "count": 3}

    @req:runtime.query.fetch
    Scenario: Columns whose names have a meaning in SQL, or a blank
      When a client requests "GET /api/query-order-columns?column=name"
      Then the body is exactly
        """
        {
          "rows": [
            {"name": "apple", "order": 10, "two words": 5},
            {"name": "cherry", "order": 12.25, "two words": 15},
            {"name": "fig", "order": 4, "two words": 10},
            {"name": "melon", "order": 3, "two words": 20},
            {"name": "pear", "order": 2.5, "two words": 30},
            {"name": "plum", "order": 0.5, "two words": 40}
          ]
        }
        """

    @req:runtime.query.fetch-without-parameters
    Scenario: Without a list of parameters
      When a client requests "GET /api/query-fetch-call" or "GET /api/query-fetch-getter"
      Then one of the answers contains {"rows": [{"name": "apple"}, {"name": "cherry"}, {"name": "fig"}, {"name": "melon"}, {"name": "pear"}, {"name": "plum"}]}

  Rule: Parameters take the places of question marks

    @req:runtime.query.placeholders
    Scenario Outline: The parameters <one> and <two>
      When a client requests "GET /api/query-placeholders?one=<one>&two=<two>"
      Then the body matches {"one": "<one>", "two": "<two>", "mark": "really?", "three": "seven and a half", "four": "nothing", "five": "many"}

      Examples:
        | one   | two    |
        | first | second |
        | b     | a      |

    @req:runtime.query.placeholders
    Scenario: Texts as parameters
      When a client requests "GET /api/query-parameter-texts"
      Then the body is exactly
        """
        {
          "quoted": "it's \"quoted\"",
          "letters": "Zoë, 日本, 🎉",
          "digits": "007",
          "mixed": "Mixed Case",
          "padded": "  padded ",
          "marks": "100% \\ ?",
          "empty": "",
          "long": "00.abcdefg01.abcdefg02.abcdefg03.abcdefg04.abcdefg05.abcdefg06.abcdefg07.abcdefg08.abcdefg09.abcdefg"
        }
        """

    @req:runtime.query.comments
    Scenario: Statements with comments, also at their end
      When a client requests "GET /api/query-comments"
      Then the body is exactly {"first": {"name": "pear"}, "rows": [{"name": "apple"}], "ordered": [{"name": "plum"}, {"name": "pear"}, {"name": "melon"}]}

    @req:runtime.query.placeholders
    Scenario Outline: The parameter <value> is a value, not SQL
      Given "GET /api/query-search?name=pear" gives {"rows": [{"name": "pear"}]}, by runtime.query.fetch
      When a client requests "GET /api/query-search?name=<encoded>"
      Then the body matches {"rows": []}

      Examples:
        | value                      | encoded                                |
        | pear' OR '1'='1            | pear%27%20OR%20%271%27%3D%271          |
        | ' OR 1=1 --                | %27%20OR%201%3D1%20--                  |
        | name                       | name                                   |
        | p%                         | p%25                                   |
        | ?                          | %3F                                    |
        | pear" OR ""="              | pear%22%20OR%20%22%22%3D%22            |

  Rule: A COUNT becomes a number

    @req:runtime.query.count
    Scenario: The number of rows
      When a client requests "GET /api/query-count"
      Then the body is exactly {"count": 6, "isNum": true, "half": 3, "none": 0}

  Rule: What the specification leaves open is observed

    @req:runtime.query.omitted-form
    Scenario Outline: Without a list of parameters, api/<script>.wren
      When a client requests "GET /api/<script>"
      Then it is recorded whether the answer has <member>

      Examples:
        | script             | member |
        | query-first-call   | row    |
        | query-first-getter | row    |
        | query-fetch-call   | rows   |
        | query-fetch-getter | rows   |

    @req:runtime.query.types
    Scenario Outline: What a column of type <type> is in Wren
      When a client requests "GET /api/query-types"
      Then "<type>" of the answer is recorded

      Examples:
        | type    |
        | integer |
        | real    |
        | text    |
        | null    |

    @req:runtime.query.semicolon
    Scenario Outline: A statement that ends in a semicolon, with <how>
      When a client requests "GET /api/query-semicolon?how=<how>"
      Then what the target does is recorded

      Examples:
        | how   |
        | first |
        | fetch |
        | order |

    @req:runtime.query.parameter-count
    Scenario Outline: <count> parameters than question marks
      When a client requests "GET /api/query-parameters?count=<count>"
      Then what the target does is recorded

      Examples:
        | count |
        | fewer |
        | more  |
