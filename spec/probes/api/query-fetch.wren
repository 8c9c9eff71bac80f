// All fruits from an id on, and how many they are in Wren.

var id = Request.get("id")
var rows = `SELECT name, COALESCE(origin, 'wild') AS origin FROM probe_fruits WHERE id >= ? ORDER BY id`.fetch([id])

Response.json({"rows": rows, "count": rows.count})
