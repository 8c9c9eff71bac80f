// Statements with comments, in which marks of SQL have no meaning.

var columns = ["name", "price"]
var fruits = `SELECT name /* which? "this'; */ FROM probe_fruits WHERE stock >= ? -- the stock's limit; all`

Response.json({
  "first": `SELECT 'pear' AS name -- the only; row's`.first([]),
  "rows": `SELECT name FROM probe_fruits WHERE id = ? -- one?`.fetch([2]),
  "ordered": fruits.order("price", "asc", columns).fetch([20])
})
