Feature: The shared script of a folder
  In one variant api/_route.wren runs CORS and authentication before the endpoint logic, which may be
  in that script, too (§1, §4.2). How a service combines the two scripts is not specified.

  Rule: What the specification leaves open is observed

    @req:runtime.routing.route-script
    Scenario: The scripts that run for a request
      When a client requests "GET /api/traced?shared=trace&list={list}"
      Then the entries of the list are recorded

    @req:runtime.routing.route-cors
    Scenario: The headers that the shared script sets
      When a client requests "GET /api/first-text?shared=cors"
      Then the header Access-Control-Allow-Origin is recorded

    @req:runtime.routing.route-cors
    Scenario: A preflight that the shared script answers
      When a client requests "OPTIONS /api/traced?shared=cors&list={list}"
      Then what the target does is recorded
      And the entries of the list are recorded

    @req:runtime.routing.route-authentication
    Scenario: A request that the shared script rejects
      When a client requests "GET /api/traced?shared=refuse&list={list}"
      Then what the target does is recorded
      And the entries of the list are recorded
