Feature: Requests at the same time
  A script takes the method, the query string and the headers from its own request (§1), also while
  the server answers others.

  @req:http.requests.own-status
  Scenario: Different requests for products that are sent at the same time get their own statuses
    Given a shared product
    And a shared product that was deleted
    Then different requests for products at the same time get the same statuses as alone
