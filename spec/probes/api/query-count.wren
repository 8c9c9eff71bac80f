// The result of a COUNT, and whether it can be calculated with.

var count = Util.toNum(`SELECT COUNT(*) AS total FROM probe_fruits`.first([])["total"])
Response.json({"count": count, "isNum": count is Num, "half": count / 2})
