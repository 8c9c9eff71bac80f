Feature: The shared script of a folder
  In one variant api/_route.wren runs CORS and authentication before the endpoint logic (§1).

  @req:runtime.routing.route-script
  Scenario: The shared script runs before the endpoint script
    When a client requests "GET /api/traced?shared=trace&list={list}"
    Then the list holds ["shared script", "endpoint script"]

  @req:runtime.routing.route-cors
  Scenario: The headers that the shared script sets are on the answer of the endpoint script
    Given "GET /api/cors-any" allows every origin
    When a client requests "GET /api/copper?shared=cors"
    Then the answer says which origin may read it

  @req:runtime.routing.route-cors
  Scenario: A preflight that the shared script has answered does not reach the endpoint script
    Given "OPTIONS /api/traced?list={list}" gives "the endpoint script ran", by runtime.routing.all-methods
    When a client requests "OPTIONS /api/traced?shared=cors&list={list}"
    Then the preflight is answered
    And the list holds ["endpoint script"]

  @req:runtime.routing.route-authentication
  Scenario: A request that the shared script has refused does not reach the endpoint script
    Given "GET /api/traced?list={list}" gives "the endpoint script ran", by runtime.query.query
    When a client requests "GET /api/traced?shared=refuse&list={list}"
    Then the status is 401
    And the answer holds {"error": "refused by the shared script"}
    And the list holds ["endpoint script"]
