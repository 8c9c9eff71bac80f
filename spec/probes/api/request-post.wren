// A form field, whether it is null, and what a fallback makes of it.

var value = Request.post("name")
Response.json({"value": value, "isNull": value == null, "orEmpty": value || ""})
