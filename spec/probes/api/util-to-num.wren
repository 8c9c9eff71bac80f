// The number that a text writes, and whether it is one in Wren.

var number = Util.toNum(Request.get("text"))
Response.json({"number": number, "isNum": number is Num})
