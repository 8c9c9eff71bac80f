// Enters in a list what a variant of Response.cors returned, and whether the script went on.

var list = Request.get("list")
var variant = Request.get("variant")
var origin = "https://one.touchstone.example"

var result = null
if (variant == "any") result = Response.cors
if (variant == "origin") result = Response.cors(origin)
if (variant == "full") result = Response.cors(origin, "GET, PUT", "X-Probe, X-Other")

var name = "neither true nor false"
if (result == true) name = "true"
if (result == false) name = "false"

`INSERT INTO probe_entries (list, text) VALUES (?, ?)`.query([list, "returned " + name])
if (result) return

`INSERT INTO probe_entries (list, text) VALUES (?, ?)`.query([list, "went on"])
Response.json("went on")
