Feature: Bodies of answers
  Answers are JSON (§4), and errors say what is wrong in the member error (§7).

  Rule: A success is answered with JSON

    @req:http.json.readable
    Scenario: At least one answer can be read
      Given creating a user was answered as specified
      When a client tried each of these:
        | creating a user    |
        | listing users      |
        | creating a product |
        | listing products   |
      Then one of the answers has a JSON body
      And sending PUT without an id to users was answered as specified

    # A length that counts characters instead of bytes shows with these letters.
    @late @req:http.json.readable
    Scenario: An answer with letters beyond ASCII can be read
      When a client created a user whose name ends in "Zoë, 日本, 🎉"
      Then the answer has a JSON body, if it was accepted

    @late @req:http.json.readable
    Scenario: An answer with a description beyond ASCII can be read
      When a client created a product whose description is "Zoë, 日本, 🎉"
      Then the answer has a JSON body, if it was accepted

    @req:http.json.body
    Scenario Outline: The answer to <request> is JSON
      When <request> was answered as specified
      Then the answer has a JSON body

      Examples:
        | request            |
        | creating a user    |
        | reading a user     |
        | listing users      |
        | updating a user    |
        | creating a product |
        | reading a product  |
        | listing products   |
        | updating a product |

    @req:http.json.body
    Scenario Outline: The answer to a list with <parameter> "<value>" is JSON if it says so
      Given a shared product
      When a client lists the products with <parameter> as "<value>"
      Then its body is JSON if it is declared as JSON

      Examples: any answer
        | parameter | value      |
        | limit     | 0          |
        | limit     | -1         |
        | limit     | abc        |
        | limit     | 1001       |
        | page      | 0          |
        | page      | -1         |
        | page      | abc        |
        | page      | 1000000000 |

    @req:http.json.body
    Scenario Outline: The answer to a read with the id "<id>" is JSON if it says so
      Given a shared <resource>
      When a client read the <resources> with the id "<id>"
      Then its body is JSON if it is declared as JSON

      Examples: any answer
        | resource | resources | id                      |
        | user     | users     | abc                     |
        | user     | users     | -1                      |
        | user     | users     | 99999999999999999999999 |
        | product  | products  | abc                     |
        | product  | products  | -1                      |
        | product  | products  | 99999999999999999999999 |

  Rule: The content type is JSON

    @req:http.json.media-type
    Scenario Outline: The answer to <request> is declared as JSON
      When <request> was answered as specified
      And that answer has a JSON body
      Then its content type is JSON

      Examples:
        | request                                  |
        | creating a user                          |
        | reading a user                           |
        | listing users                            |
        | updating a user                          |
        | creating a user without name             |
        | creating a user without email            |
        | sending PUT without an id to users       |
        | sending DELETE without an id to users    |
        | sending PATCH to users                   |
        | sending PATCH with an id to users        |
        | creating a product                       |
        | reading a product                        |
        | listing products                         |
        | updating a product                       |
        | creating a product without name          |
        | creating a product without price         |
        | sending PUT without an id to products    |
        | sending DELETE without an id to products |
        | sending PATCH to products                |
        | sending PATCH with an id to products     |

      Examples: deleted rows
        | request                                  |
        | reading an unknown user                  |
        | updating an unknown user                 |
        | reading an unknown product               |
        | updating an unknown product              |
        | deleting an unknown product              |

    @req:http.json.media-type
    Scenario Outline: The answer to <request> with <credential> is declared as JSON
      When a client tried <request> with <credential>
      And that answer has a JSON body
      Then its content type is JSON

      Examples:
        | request                               | credential                          |
        | listing products                      | no credential                       |
        | creating a product                    | no credential                       |
        | reading a product                     | no credential                       |
        | updating a product                    | no credential                       |
        | deleting a product                    | no credential                       |
        | listing products                      | an unknown key or token             |
        | creating a product                    | an unknown key or token             |
        | deleting a product                    | an unknown key or token             |
        | listing products                      | an inactive key or an expired token |
        | reading a product                     | an inactive key or an expired token |
        | updating a product                    | an inactive key or an expired token |
        | listing products                      | the scheme alone                    |
        | listing users                         | no credential                       |
        | creating a user                       | an unknown key or token             |
        | reading a user                        | an inactive key or an expired token |
        | sending DELETE without an id to users | an unknown key or token             |
        | listing users                         | the scheme alone                    |
        | listing users                         | an invented token and a third part  |
        | updating a user                       | no credential                       |
        | sending PATCH to products             | no credential                       |
        | sending PATCH to users                | no credential                       |
        | sending PATCH with an id to users     | no credential                       |

      Examples: requests that no branch answers
        | request                                  | credential    |
        | sending PUT without an id to products    | no credential |
        | sending DELETE without an id to products | no credential |
        | sending PATCH with an id to products     | no credential |
        | sending PUT without an id to users       | no credential |
        | sending DELETE without an id to users    | no credential |

  Rule: An error has a text

    @req:errors.body.message
    Scenario Outline: The error of <request> has a text
      When <request> was answered as specified
      Then the answer is an error with a text

      Examples:
        | request                                  |
        | creating a user without name             |
        | creating a user without email            |
        | sending PUT without an id to users       |
        | sending DELETE without an id to users    |
        | sending PATCH to users                   |
        | sending PATCH with an id to users        |
        | creating a product without name          |
        | creating a product without price         |
        | sending PUT without an id to products    |
        | sending DELETE without an id to products |
        | sending PATCH to products                |
        | sending PATCH with an id to products     |

      Examples: deleted rows
        | request                                  |
        | reading an unknown user                  |
        | updating an unknown user                 |
        | reading an unknown product               |
        | updating an unknown product              |
        | deleting an unknown product              |

    @req:errors.body.details
    Scenario Outline: The details of <request>, if there are any, are texts
      Given <twin> was answered as specified
      When <request> was answered as specified
      Then the details of the error, if any, are texts by field name

      Examples:
        | request                          | twin               |
        | creating a user without name     | creating a user    |
        | creating a user without email    | creating a user    |
        | creating a product without name  | creating a product |
        | creating a product without price | creating a product |

  Rule: What the specification leaves open is observed

    @req:errors.body.details-given
    Scenario Outline: The details of <request>
      When a client tried <request>
      Then $.details is recorded

      Examples:
        | request                          |
        | creating a user without name     |
        | creating a user without email    |
        | creating a product without name  |
        | creating a product without price |
