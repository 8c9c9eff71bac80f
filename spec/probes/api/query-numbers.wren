// Numbers of a row. Whether they come as numbers or as texts is not specified.

var row = `SELECT price, stock, price * -1 AS negative, 123456789 AS large FROM probe_fruits WHERE id = 3`.first([])

var price = row["price"]
var stock = row["stock"]
var negative = row["negative"]
var large = row["large"]

Response.json({
  "price": price is String ? Util.toNum(price) : price,
  "stock": stock is String ? Util.toNum(stock) : stock,
  "negative": negative is String ? Util.toNum(negative) : negative,
  "large": large is String ? Util.toNum(large) : large
})
