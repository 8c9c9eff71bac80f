Feature: Generated values
  Beyond listed examples, values are generated from the seed of the run. When some do not come back,
  the simplest such values are found and sent last.

  @last
  Scenario Outline: Generated <resources> come back as they were sent
    Given a shared <resource>
    Then 10 generated <resources> come back in the answer, a read and the list

    @req:users.fields.round-trip
    Examples:
      | resource | resources |
      | user     | users     |

    @req:products.fields.round-trip
    Examples:
      | resource | resources |
      | product  | products  |

  @late
  Scenario Outline: Generated updates of a <resource> come back as they were sent
    Given a <resource>
    Then 10 generated updates of the <resource> come back in the answer and a read

    @req:users.fields.round-trip
    Examples:
      | resource |
      | user     |

    @req:products.fields.round-trip
    Examples:
      | resource |
      | product  |
