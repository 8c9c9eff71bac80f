// At most so many fruits, sorted by name.

var limits = {"1": 1, "2": 2, "5": 5, "6": 6, "100": 100, "0": 0, "-1": -1, "1.5": 1.5}
var limit = limits[Request.get("limit")]
var fruits = `SELECT name FROM probe_fruits`

Response.json({"rows": fruits.order("name", "asc", ["name", "price"], limit).fetch([])})
