// The first rows of statements with a LIMIT of their own.

var three = `SELECT name FROM probe_fruits ORDER BY name LIMIT 3`.first([])
var third = `SELECT name FROM probe_fruits ORDER BY name LIMIT 2 OFFSET 2`.first([])
var counted = `SELECT name FROM probe_fruits ORDER BY price LIMIT ?`.first([2])
var none = `SELECT name FROM probe_fruits LIMIT 0`.first([])

Response.json({
  "three": three["name"],
  "third": third["name"],
  "counted": counted["name"],
  "none": none ? "a row" : "no row"
})
