// The result of a COUNT, and whether it can be calculated with; the COUNT of no rows.

var count = Util.toNum(`SELECT COUNT(*) AS total FROM probe_fruits`.first([])["total"])
var none = Util.toNum(`SELECT COUNT(*) AS total FROM probe_fruits WHERE id > 1000`.first([])["total"])
Response.json({"count": count, "isNum": count is Num, "half": count / 2, "none": none})
