// More, or fewer, parameters than places.

var parameters = Request.get("count") == "more" ? ["pear", "apple"] : []
Response.json({"rows": `SELECT id FROM probe_fruits WHERE name = ?`.fetch(parameters)})
