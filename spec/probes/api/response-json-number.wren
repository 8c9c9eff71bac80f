Response.json(42.5)
