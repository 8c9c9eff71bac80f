Feature: Statuses of errors
  Errors are plain HTTP status codes (§7). Here it is enough that one of several requests is answered
  with the status: where others are not, requirements of their own say so.

  @req:errors.status.bad-request
  Scenario: What a body lacks is said by 400
    Given creating a user was answered as it should be
    And creating a product was answered as it should be
    When a client tried each of these:
      | creating a user without name     |
      | creating a user without email    |
      | creating a product without name  |
      | creating a product without price |
    Then one of the statuses is 400

  @req:errors.status.not-found
  Scenario: What is not there is said by 404
    Given reading a user was answered as it should be
    And updating a product was answered as it should be
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
