Feature: Listing products
  A GET of /api/products without an id returns a page of the products, newest first (§4.2, rule 1).
  Scenarios that compare pages run alone, since other scenarios would shift the rows.

  Rule: It is answered for any number of products

    @req:products.list.status
    Scenario: A page is answered with 200
      When a client lists the products
      Then the status is 200

    @first @req:products.list.pages
    Scenario: The number of pages follows from the total, even without products
      When a client lists the products
      Then the number of pages is floor((total + limit - 1) / limit)

  Rule: A page comes in an envelope

    Background:
      Given 5 shared products

    @req:products.list.envelope
    Scenario Outline: A page has data and pagination, with <parameters>
      When a client listed the products with <parameters>
      Then the answer has an array data and an object pagination with its four members

      Examples:
        | parameters         |
        | no parameters      |
        | page 1 and limit 1 |

    @req:products.list.envelope
    Scenario: A page beyond the last one also has them
      When a client lists the products beyond the last page of 2
      Then the answer has an array data and an object pagination with its four members

    @req:products.list.pagination-integers
    Scenario Outline: The numbers of the pagination are integers, with <parameters>
      When a client listed the products with <parameters>
      Then page, limit, total and pages are integers

      Examples:
        | parameters         |
        | no parameters      |
        | page 2 and limit 2 |

    @alone:products @req:products.list.rows
    Scenario: The items are product rows
      Given no other scenario about products runs from here on
      And another product
      Then the list contains the product with its values and all columns

    @alone:products @req:products.list.rows
    Scenario: A list that was answered before shows a new product
      Then the list contains the product with its values and all columns
      Given another product
      Then the list contains the product with its values and all columns

    @req:products.list.rows
    Scenario Outline: A product whose <member> is <value> is listed like other products
      Given a shared product whose <member> is <value>
      Then the list contains the product with its values and all columns

      Examples:
        | member      | value  |
        | stock       | 0      |
        | description | absent |
        | price       | 0.5    |

    @req:products.list.reports-page
    Scenario Outline: The pagination reports page <page> with <parameters>
      When a client listed the products with <parameters>
      Then the pagination reports the page <page>

      Examples:
        | parameters         | page |
        | page 1 and limit 1 | 1    |
        | page 2 and limit 1 | 2    |
        | page 3 and limit 1 | 3    |
        | page 2             | 2    |

    @req:products.list.reports-limit
    Scenario Outline: The pagination reports limit <limit>
      When a client listed the products with page 1 and limit <limit>
      Then the pagination reports the limit <limit>

      Examples:
        | limit |
        | 1     |
        | 2     |
        | 7     |

    @req:products.list.reports-page
    Scenario: The pagination reports the page beyond the last row
      When a client lists the products beyond the last page of 2
      Then the pagination reports the page that was asked for

    @req:products.list.reports-limit
    Scenario: The pagination reports the limit beyond the last row
      When a client lists the products beyond the last page of 12
      Then the pagination reports the limit 12

    @req:products.list.reports-limit
    Scenario: Lists that are requested at the same time report their own limits
      Then each of the limits 1, 2 and 3 is reported when all are requested at the same time

  Rule: page and limit choose the rows

    @req:products.list.limit
    Scenario Outline: A page with <parameters> contains <count> products
      Given 5 shared products
      When a client listed the products with <parameters>
      Then the page contains <count> products

      Examples:
        | parameters         | count |
        | page 1 and limit 1 | 1     |
        | page 1 and limit 2 | 2     |
        | page 1 and limit 5 | 5     |
        | limit 1            | 1     |
        | limit 3            | 3     |

    @req:products.list.offset
    Scenario Outline: Pages of <limit> follow each other without gap or overlap
      Given 5 shared products
      Then pages of <limit> products contain as many products as pages of 20

      Examples:
        | limit |
        | 1     |
        | 2     |
        | 3     |
        | 7     |

    @alone:products @req:products.list.offset
    Scenario: The last page contains the remainder of one, two or three products
      Then pages of 3 products contain as many products as pages of 20
      Given a product
      Then pages of 3 products contain as many products as pages of 20
      Given another product
      Then pages of 3 products contain as many products as pages of 20

    @alone:products @req:products.list.offset
    Scenario: Every product is on one of the pages
      Given no other scenario about products runs from here on
      And a client listed the products with page 1 and limit 7
      And 8 products
      And another product of the same name
      Then pages of 7 products contain each of these

    @req:products.list.offset
    Scenario: From the first page to the last, or to the product 1000, each product comes once
      Then the pages contain each product once, to the end of the list or to its 1000th product

    @req:products.list.page-default
    Scenario: Without a page it is the first one
      Given 5 shared products
      When a client lists the products with limit 2
      Then the pagination reports the page 1
      And without a page the list returns the first page

    @req:products.list.limit-default
    Scenario: Without a limit a page contains 20 products
      Given at least 21 products
      When a client lists the products
      Then the pagination reports the limit 20
      And the page contains 20 products
      When a client lists the products with page 1
      Then the pagination reports the limit 20
      And the page contains 20 products
      When a client lists the products with page 2
      Then the pagination reports the limit 20
      And without a limit, page 2 has the length that the total implies for pages of 20

  Rule: The pagination counts all products

    @req:products.list.total
    Scenario: The total is the number of products
      Given a shared product whose stock is absent
      And a shared product whose description is absent
      Then the total of the pagination is the number of products that the list contains

    @alone:products @req:products.list.total
    Scenario: The total leaves out what was deleted
      Given 3 products
      When a client reads the product, lists all and deletes it
      Then the total falls when another product is deleted
      And the total of the pagination is the number of products that the list contains

    @req:products.list.total
    Scenario: The total counts all products on a page that has none
      Given 3 shared products
      Then beyond the last page of 2 products the total counts at least these

    @alone:products @req:products.list.pages
    Scenario: The number of pages is right for every remainder
      Then the number of pages follows from the total on every page of 3
      Given a product
      Then the number of pages follows from the total on every page of 3
      Given another product
      Then the number of pages follows from the total on every page of 3

    @req:products.list.pages
    Scenario Outline: The number of pages of <limit> follows from the total
      Given 5 shared products
      When a client listed the products with page 1 and limit <limit>
      Then the number of pages is floor((total + limit - 1) / limit)

      Examples:
        | limit |
        | 1     |
        | 2     |
        | 3     |
        | 7     |
        | 20    |
        | 19    |

  Rule: The newest products come first

    @waits @req:products.list.order
    Scenario: A product comes before those that were created earlier
      Given products that were created at two different times
      And the oldest of these was updated last
      Then the list is ordered by created_at, newest first, to its end or to its 1000th product
      And the first product of the list is not older than the newest of these

  @alone:products
  Rule: What the specification leaves open is observed

    Scenario Outline: A list with <parameter> "<value>"
      Given a shared product
      When a client lists the products with <parameter> as "<value>"
      Then what the target does is recorded with its pagination

      @req:products.list.page-out-of-range
      Examples:
        | parameter | value |
        | page      | 0     |
        | page      | -1    |

      @req:products.list.page-not-a-number
      Examples:
        | parameter | value |
        | page      | abc   |
        | page      | 1.5   |
        | page      |       |

      @req:products.list.page-huge
      Examples:
        | parameter | value               |
        | page      | 1000000000          |
        | page      | 9223372036854775808 |

      @req:products.list.limit-out-of-range
      Examples:
        | parameter | value |
        | limit     | 0     |
        | limit     | -1    |

      @req:products.list.limit-not-a-number
      Examples:
        | parameter | value |
        | limit     | abc   |
        | limit     | 1.5   |
        | limit     |       |

      @req:products.list.limit-huge
      Examples:
        | parameter | value |
        | limit     | 101   |
        | limit     | 1001  |
