var header = Request.header("authorization")
if (!header) {
  Response.status(401)
  return Response.json({"error": "Authorization header required"})
}
var parts = header.split(" ")
if (parts.count != 2 || parts[0] != "Bearer") {
  Response.status(401)
  return Response.json({"error": "Invalid authorization format"})
}
var session = `
  SELECT * FROM sessions WHERE token = ? AND expires_at > datetime('now')
`.first([parts[1]])
if (!session) {
  Response.status(401)
  return Response.json({"error": "Invalid or expired token"})
}
