// A request header, and whether it counts as true.

var value = Request.header("x-probe")
Response.json({"value": value, "truth": value ? "truthy" : "falsey"})
