// The fruits from a stock on, sorted as the client wishes, by a column that is in the list.

var column = Request.get("column")
var direction = Request.get("direction")
var fruits = `SELECT name FROM probe_fruits WHERE stock >= ?`

var rows = fruits.order(column, direction, ["name", "price"]).fetch([Request.get("from")])
Response.json({"rows": rows})
