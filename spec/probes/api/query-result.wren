// What `query` returns for a statement that is not an INSERT.

var list = Request.get("list")
var updated = `UPDATE probe_entries SET text = 'changed' WHERE list = ?`.query([list])
var removed = `DELETE FROM probe_entries WHERE list = ?`.query([list])

Response.json({"update": updated, "delete": removed})
