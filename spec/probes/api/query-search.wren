// The fruits of a name that comes from the client.

var name = Request.get("name")
Response.json({"rows": `SELECT name FROM probe_fruits WHERE name = ?`.fetch([name])})
