// Statements that end in a semicolon.

var how = Request.get("how")
var fruits = `SELECT name FROM probe_fruits;`

if (how == "first") Response.json({"row": fruits.first([])})
if (how == "fetch") Response.json({"rows": fruits.fetch([])})
if (how == "order") Response.json({"rows": fruits.order("name", "asc", ["name"]).fetch([])})
