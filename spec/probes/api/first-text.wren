Response.json("a tarnished kettle")
