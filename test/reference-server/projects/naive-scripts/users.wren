var id = Request.get("id")

// GET /api/users?id=1
if (Request.method == "GET" && id) {
  var user = `SELECT id, name, email FROM users WHERE id = ?`.first([id])
  if (!user) {
    Response.status(404)
    return Response.json({"error": "User not found"})
  }
  return Response.json(user)
}

// GET /api/users
if (Request.method == "GET") {
  return Response.json(`SELECT id, name, email, created_at FROM users`.fetch())
}

// POST /api/users
if (Request.method == "POST") {
  var data = Request.json()
  if (!data["name"] || !data["email"]) {
    Response.status(400)
    return Response.json({"error": "Name and email are required"})
  }
  var newId = `INSERT INTO users (name, email) VALUES (?, ?)`.query([data["name"], data["email"]])
  Response.status(201)
  return Response.json({"id": newId, "name": data["name"], "email": data["email"]})
}

// PUT /api/users?id=1
if (Request.method == "PUT" && id) {
  var user = `SELECT id FROM users WHERE id = ?`.first([id])
  if (!user) {
    Response.status(404)
    return Response.json({"error": "User not found"})
  }
  var data = Request.json()
  `UPDATE users SET name = ?, email = ? WHERE id = ?`.query([data["name"], data["email"], id])
  return Response.json({"id": id, "name": data["name"], "email": data["email"]})
}

// DELETE /api/users?id=1
if (Request.method == "DELETE" && id) {
  `DELETE FROM users WHERE id = ?`.query([id])
  Response.status(204)
  return
}

Response.status(404)
Response.json({"error": "Invalid request"})
