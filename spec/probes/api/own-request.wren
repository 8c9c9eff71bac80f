// What a script reads of its request, after a query, and the status that it has set before.

var hasForm = Request.method != "GET"
Response.status(hasForm ? 201 : 200)
var row = `SELECT ? AS name`.first([Request.get("name")])

Response.json({
  "method": Request.method,
  "parameter": Request.get("name"),
  "field": hasForm ? Request.post("name") : null,
  "header": Request.header("x-probe"),
  "row": row["name"]
})
