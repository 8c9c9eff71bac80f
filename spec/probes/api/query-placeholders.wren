// Four parameters in their places, and a question mark that is no place.

var parameters = [Request.get("one"), Request.get("two"), 7.5, null]
var row = `SELECT ? AS one, ? AS two, 'really?' AS mark, ? AS three, ? AS four`.first(parameters)
Response.json(row)
