// Rows that do not differ.

var rows = `SELECT 'fruit' AS kind FROM probe_fruits WHERE id <= 3`.fetch([])
Response.json({"rows": rows, "count": rows.count})
