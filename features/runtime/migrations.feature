Feature: Db.migrate
  Declares a named migration in _migration.wren (§1).

  @req:runtime.db.migrate
  Scenario: A table that a migration creates is there, with what a later one inserts
    When a client requests "GET /api/query-first?id=1" or "GET /api/query-fetch?id=1"
    Then one of the bodies contains "pear"

  @req:runtime.db.migrate
  Scenario: Semicolons in the texts, the comments and the triggers of migrations
    When a client requests "GET /api/migration-marks"
    Then the body is exactly {"rows": [{"text": "one; two"}, {"text": "from a trigger"}, {"text": "its end;"}]}

  Rule: What the specification leaves open is observed

    @req:runtime.db.migrate-once
    Scenario: The number of times a migration was applied
      When a client requests "GET /api/migration"
      Then it is recorded how often the migration was applied
