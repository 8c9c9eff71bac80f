// The first of the fruits from an id on, and a column of it.

var id = Request.get("id")
var row = `SELECT name, COALESCE(origin, 'wild') AS origin FROM probe_fruits WHERE id >= ? ORDER BY id`.first([id])

Response.json({"row": row, "truth": row ? "truthy" : "falsey", "name": row ? row["name"] : "none"})
