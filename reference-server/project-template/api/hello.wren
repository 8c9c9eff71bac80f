// GET /api/hello?name=Ada

var name = Request.get("name") || "world"
Response.json({"hello": name})
