// Shared code of the endpoints: error answers, input of clients, API keys.

class Fail {
  // Answers with an error.
  static with(status, message) {
    Response.status(status)
    Response.json({"error": message})
  }

  // Answers 400 with a message for each invalid field.
  static invalid(details) {
    Response.status(400)
    Response.json({"error": "Some fields are missing or wrong", "details": details})
  }
}

class Input {
  // The body, a JSON object; answers 400 and returns null for any other body.
  static object {
    var body = Request.json()
    if (body is Map) return body
    Fail.with(400, "The request body must be a JSON object")
    return null
  }

  // Whether a field is missing. In Wren, 0 and "" are truthy.
  static isMissing(value) { !value || value == 0 || value == "" }

  // Greatest lengths of texts, in characters. Without them, one client could make a list too long
  // for all others.
  static greatestLengths { {"name": 200, "email": 254, "description": 10000} }

  // Problems of the fields of a body, as a map from field to message. `kinds` maps each optional
  // field to its kind: "text", "number" or "whole number".
  static problems(body, kinds) {
    var details = {}
    for (field in kinds) {
      var value = body[field.key]
      if (!isMissing(value)) {
        var problem = problemOf(field.key, value, field.value)
        if (problem) details[field.key] = problem
      }
    }
    return details
  }

  static problemOf(name, value, kind) {
    if (!isA(value, kind)) return "must be a %(kind)"
    if (kind != "text" || value.count <= greatestLengths[name]) return null
    return "must have at most %(greatestLengths[name]) characters"
  }

  static isA(value, kind) {
    if (kind == "text") return value is String
    return value is Num && (kind == "whole number" ? value.isInteger : !value.isInfinity)
  }

  // A whole number from 1 up in the query string; `fallback` when it is absent, null when invalid.
  static positive(name, fallback) {
    var text = Request.get(name)
    if (!text) return fallback
    var number = Util.toNum(text)
    return number && number.isInteger && number >= 1 && number <= 1e9 ? number : null
  }
}

class ApiKey {
  // Whether the request has an active key; answers 401 if not (§5.1).
  static isAccepted {
    var key = Request.header("x-api-key")
    if (Input.isMissing(key)) return refuse("An API key is required")
    if (!`SELECT id FROM api_keys WHERE key_hash = ? AND active = 1`.first([Util.sha256(key)])) {
      return refuse("The API key is not valid")
    }
    return true
  }

  static refuse(message) {
    Fail.with(401, message)
    return false
  }
}
