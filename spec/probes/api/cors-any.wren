if (Response.cors) return

Response.json("went on")
