var method = Request.method

if (method == "GET") {
  if (Request.get("id")) {
    var user = `SELECT id, name, email, created_at FROM users WHERE id = ?`.first([Util.toNum(Request.get("id"))])
    if (user) {
      return Response.json(user)
    } else {
      Response.status(404)
      return Response.json({"error": "User not found"})
    }
  } else {
    var sort = Request.get("sort") || "id"
    var direction = Request.get("direction") || "asc"
    var users = `SELECT id, name, email, created_at FROM users`
      .order(sort, direction, ["id", "name", "email", "created_at"])
      .fetch
    return Response.json(users)
  }
} else if (method == "POST") {
  var name = Request.json()["name"]
  var email = Request.json()["email"]
  if (!name || !email) {
    Response.status(400)
    var details = {}
    if (!name) details["name"] = "Name is required"
    if (!email) details["email"] = "Email is required"
    return Response.json({"error": "Validation failed", "details": details})
  }
  var newId = `INSERT INTO users (name, email) VALUES (?, ?)`.query([name, email])
  Response.status(201)
  return Response.json({"id": newId, "name": name, "email": email})
} else if (method == "PUT" && Request.get("id")) {
  if (`SELECT COUNT(*) AS count FROM users WHERE id = ?`.first([Request.get("id")])["count"] == 0) {
    Response.status(404)
    return Response.json({"error": "User not found"})
  }
  var data = Request.json()
  `UPDATE users SET name = ?, email = ?, updated_at = datetime('now') WHERE id = ?`
    .query([data["name"], data["email"], Request.get("id")])
  return Response.json(`SELECT id, name, email FROM users WHERE id = ?`.first([Request.get("id")]))
} else if (method == "DELETE" && Request.get("id")) {
  `DELETE FROM users WHERE id = ?`.query([Request.get("id")])
  Response.status(204)
  return Response.json({})
} else {
  Response.status(404)
  return Response.json({"error": "Invalid request"})
}
