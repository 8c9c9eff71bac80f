// The fruits, sorted by a column whose name has a meaning in SQL, or a blank.

var fruits = `SELECT name, price AS "order", stock AS "two words" FROM probe_fruits`
var column = Request.get("column")

Response.json({"rows": fruits.order(column, "asc", ["name", "order", "two words"]).fetch([])})
