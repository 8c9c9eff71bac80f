// A query-string parameter, and whether it counts as true.

var value = Request.get("name")
Response.json({"value": value, "truth": value ? "truthy" : "falsey"})
