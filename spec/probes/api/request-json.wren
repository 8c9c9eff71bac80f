// A member of the JSON body.

var body = Request.json()
Response.json({"value": body["value"]})
