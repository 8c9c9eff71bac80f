// What a script reads of its request, after a query, and the status that it has set before.

Response.status(Request.method == "GET" ? 200 : 201)
var row = `SELECT ? AS name`.first([Request.get("name")])

Response.json({
  "method": Request.method,
  "parameter": Request.get("name"),
  "field": Request.post("name"),
  "header": Request.header("x-probe"),
  "row": row["name"]
})
