Feature: Requests to scripts at the same time
  Scripts read requests through a Request object and write responses through a Response object (§1),
  also while the service answers others.

  @req:runtime.request.own
  Scenario: Different requests that are sent at the same time get their own answers
    Given a script that reads its request
    Then different requests to the script at the same time are answered as alone
