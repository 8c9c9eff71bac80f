// What the endpoints share: error answers, what a client sent, and who the client is.

class Fail {
  // Answers with an error.
  static with(status, message) {
    Response.status(status)
    Response.json({"error": message})
  }

  // Answers 400 and says for each field what is wrong with it.
  static invalid(details) {
    Response.status(400)
    Response.json({"error": "Some fields are missing or wrong", "details": details})
  }
}

class Input {
  // The body of the request, a JSON object; null when it is something else, and 400 is answered.
  static object {
    var body = Request.json()
    if (body is Map) return body
    Fail.with(400, "The request body must be a JSON object")
    return null
  }

  // What counts as missing in a body. In Wren itself, 0 and "" are not falsey.
  static isMissing(value) { !value || value == 0 || value == "" }

  // The greatest lengths of texts, in characters. Without them one client could make a list too
  // long for all others.
  static greatestLengths { {"name": 200, "email": 254, "description": 10000} }

  // What is wrong with the fields of a body, as a map from field to message. `kinds` says what
  // each field has to be, if it is there: "text", "number" or "whole number".
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

  // A number from 1 up in the query string: `fallback` when it is absent, null when it is wrong.
  static positive(name, fallback) {
    var text = Request.get(name)
    if (!text) return fallback
    var number = Util.toNum(text)
    return number && number.isInteger && number >= 1 && number <= 1e9 ? number : null
  }
}

class ApiKey {
  // Whether the request carries an active key; when it does not, 401 is answered (§5.1).
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
