Feature: Requests to scripts at the same time
  Scripts read requests through a Request object and write responses through a Response object (§1),
  also while the service answers others.

  @req:runtime.request.own
  Scenario: Different requests that are sent at the same time get their own answers
    Given "GET /api/own-request?name=plain" gives {"method": "GET", "parameter": "plain"}, by runtime.request.get
    Then different requests to a script at the same time are answered as alone
