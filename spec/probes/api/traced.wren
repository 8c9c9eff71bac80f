// Enters in a list that the endpoint script ran.

var list = Request.get("list")
`INSERT INTO probe_entries (list, text) VALUES (?, ?)`.query([list, "endpoint script"])
Response.json("the endpoint script ran")
