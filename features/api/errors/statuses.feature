Feature: Statuses of errors
  Errors are plain HTTP status codes (§7). One of several requests must be
  answered with the status; other requirements judge each of them.

  @req:errors.status.bad-request
  Scenario: A missing field is reported with 400
    Given creating a user was answered as specified
    And creating a product was answered as specified
    When a client tried each of these:
      | creating a user without name     |
      | creating a user without email    |
      | creating a product without name  |
      | creating a product without price |
    Then one of the statuses is 400

  @req:errors.status.not-found
  Scenario: A missing row or branch is reported with 404
    Given reading a user was answered as specified
    And updating a product was answered as specified
    When a client tried each of these:
      | reading an unknown user                  |
      | updating an unknown user                 |
      | sending PUT without an id to users       |
      | sending DELETE without an id to users    |
      | sending PATCH to users                   |
      | sending PATCH with an id to users        |
      | reading an unknown product               |
      | updating an unknown product              |
      | deleting an unknown product              |
      | sending PUT without an id to products    |
      | sending DELETE without an id to products |
      | sending PATCH to products                |
      | sending PATCH with an id to products     |
    Then one of the statuses is 404
