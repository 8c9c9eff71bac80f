// A member of an object within the JSON body.

var body = Request.json()
Response.json({"value": body["outer"]["inner"]})
