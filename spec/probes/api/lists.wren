// Lists of entries: POST adds one to the list with an id, PUT changes and DELETE removes all of
// its entries. All but POST show them.

var list = Request.get("id")
var text = Request.get("text")

if (Request.method == "PUT") `UPDATE probe_entries SET text = ? WHERE list = ?`.query([text, list])
if (Request.method == "DELETE") `DELETE FROM probe_entries WHERE list = ?`.query([list])

if (Request.method == "POST") {
  var id = `INSERT INTO probe_entries (list, text) VALUES (?, ?)`.query([list, text])
  Response.json({"id": id})
} else {
  var entries = `SELECT id, text FROM probe_entries WHERE list = ? ORDER BY id`.fetch([list])
  Response.json({"entries": entries})
}
