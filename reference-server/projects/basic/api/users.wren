// Users: specification §4.1.

import "_app" for Fail, Input
import "_guard" for Guard

if (Response.cors) return
if (!Guard.admits("users")) return

var method = Request.method
var id = Request.get("id")

if (method == "GET" && id) {
  var user = `SELECT id, name, email, created_at FROM users WHERE id = ?`.first([id])
  if (!user) return Fail.with(404, "User not found")
  return Response.json(user)
}

if (method == "GET") {
  return Response.json(`SELECT id, name, email, created_at FROM users ORDER BY id`.fetch)
}

if (method == "POST") {
  var body = Input.object
  if (!body) return
  var name = body["name"]
  var email = body["email"]

  var problems = Input.problems(body, {"name": "text", "email": "text"})
  if (Input.isMissing(name)) problems["name"] = "is required"
  if (Input.isMissing(email)) problems["email"] = "is required"
  if (!problems.isEmpty) return Fail.invalid(problems)

  // If another user has the email, nothing is inserted and the id is null.
  var newId = `
    INSERT INTO users (name, email) VALUES (?, ?) ON CONFLICT (email) DO NOTHING
  `.query([name, email])
  if (!newId) return Fail.with(409, "Another user has this email")
  Response.status(201)
  return Response.json({"id": newId, "name": name, "email": email})
}

if (method == "PUT" && id) {
  var user = `SELECT id FROM users WHERE id = ?`.first([id])
  if (!user) return Fail.with(404, "User not found")

  var body = Input.object
  if (!body) return
  var name = body["name"]
  var email = body["email"]
  // Both are replaced, even by an empty text; a missing one is an error.
  if (!(name is String && email is String)) {
    return Fail.with(400, "A name and an email are needed, both of them texts")
  }
  var problems = Input.problems(body, {"name": "text", "email": "text"})
  if (!problems.isEmpty) return Fail.invalid(problems)

  var changed = `
    UPDATE OR IGNORE users SET name = ?, email = ?, updated_at = CURRENT_TIMESTAMP WHERE id = ?
  `.query([name, email, id])
  if (changed == 0) return Fail.with(409, "Another user has this email")
  return Response.json({"id": user["id"], "name": name, "email": email})
}

if (method == "DELETE" && id) {
  // Deleting a user must not delete active API keys: an operator revokes them first.
  if (`SELECT id FROM api_keys WHERE user_id = ? AND active = 1`.first([id])) {
    return Fail.with(409, "The user has active API keys")
  }
  `DELETE FROM users WHERE id = ?`.query([id])
  return Response.status(204)
}

Fail.with(404, "Invalid request")
