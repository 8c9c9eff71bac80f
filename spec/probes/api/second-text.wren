Response.json("a polished spoon")
