// Users and products need a bearer token: specification §5.2.

import "_app" for Fail

class Guard {
  static admits(resource) {
    var header = Request.header("authorization")
    if (!header) return refuse("A bearer token is required")

    var parts = header.split(" ")
    if (parts.count != 2 || parts[0] != "Bearer") {
      return refuse("The Authorization header must be: Bearer <token>")
    }
    // `datetime` converts times in different formats, such as with a T, into comparable ones.
    var session = `
      SELECT id FROM sessions WHERE token_hash = ? AND datetime(expires_at) > datetime('now')
    `.first([Util.sha256(parts[1])])
    if (!session) return refuse("The token is invalid or expired")
    return true
  }

  static refuse(message) {
    Response.header("WWW-Authenticate", "Bearer")
    Fail.with(401, message)
    return false
  }
}
