// The same header, by its name in other letters.

var value = Request.header("X-Probe")
Response.json({"truth": value ? "truthy" : "falsey"})
