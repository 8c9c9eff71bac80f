// The status that the query string names, with a body.

var codes = {"200": 200, "201": 201, "400": 400, "401": 401, "403": 403, "404": 404, "500": 500}

Response.status(codes[Request.get("code")])
Response.json({"sent with": Request.get("code")})
