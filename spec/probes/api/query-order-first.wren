// The first of the fruits in an order, with and without a limit.

var fruits = `SELECT name FROM probe_fruits`
var columns = ["name", "price"]
var limits = {"2": 2}
var limit = limits[Request.get("limit")]

if (limit) {
  Response.json({"row": fruits.order("price", "desc", columns, limit).first([])})
} else {
  Response.json({"row": fruits.order("price", "desc", columns).first([])})
}
