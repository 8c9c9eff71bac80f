// At most so many fruits, sorted by name.

var limit = Util.toNum(Request.get("limit"))
var fruits = `SELECT name FROM probe_fruits`

Response.json({"rows": fruits.order("name", "asc", ["name", "price"], limit).fetch([])})
