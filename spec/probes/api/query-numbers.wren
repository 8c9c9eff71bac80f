// Numbers of a row. Whether they come as numbers or as texts is not specified.

var row = `SELECT price, stock, price * -1 AS negative, 123456789 AS large FROM probe_fruits WHERE id = 3`.first([])
var number = Fn.new {|value| value is String ? Util.toNum(value) : value }

Response.json({
  "price": number.call(row["price"]),
  "stock": number.call(row["stock"]),
  "negative": number.call(row["negative"]),
  "large": number.call(row["large"])
})
