var apiKey = Request.header("x-api-key")
if (!apiKey) {
  Response.status(401)
  return Response.json({"error": "API key required"})
}
var key = `SELECT * FROM api_keys WHERE key = ? AND active = 1`.first([apiKey])
if (!key) {
  Response.status(401)
  return Response.json({"error": "Invalid API key"})
}
