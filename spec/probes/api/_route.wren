// The shared script of the folder. It does nothing unless the query string asks for it.

var shared = Request.get("shared")

if (shared == "trace") {
  var list = Request.get("list")
  `INSERT INTO probe_entries (list, text) VALUES (?, ?)`.query([list, "shared script"])
}

if (shared == "refuse") {
  Response.status(401)
  Response.json({"error": "refused by the shared script"})
}

if (shared == "cors" && Response.cors) return
