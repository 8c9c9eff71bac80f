// Five parameters in their places, and a question mark that is not a placeholder. SQL compares the
// numbers and NULL, since their form in a row is not specified.

var parameters = [Request.get("one"), Request.get("two"), 7.5, null, 12345678]
var row = `SELECT ? AS one, ? AS two, 'really?' AS mark,
  CASE WHEN CAST(? AS REAL) = 7.5 THEN 'seven and a half' ELSE 'another' END AS three,
  CASE WHEN ? IS NULL THEN 'nothing' ELSE 'something' END AS four,
  CASE WHEN CAST(? AS REAL) = 12345678 THEN 'many' ELSE 'another' END AS five`.first(parameters)

Response.json(row)
