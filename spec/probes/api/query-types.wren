// What the values of a row are in Wren.

var row = `SELECT stock, price, name, origin FROM probe_fruits WHERE id = 3`.first([])
Response.json({
  "integer": row["stock"].type.name,
  "real": row["price"].type.name,
  "text": row["name"].type.name,
  "null": row["origin"].type.name
})
