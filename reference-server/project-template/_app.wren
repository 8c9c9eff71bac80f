// Shared code of the endpoints.

class Fail {
  // Answers with an error.
  static with(status, message) {
    Response.status(status)
    Response.json({"error": message})
  }
}
