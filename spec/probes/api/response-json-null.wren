Response.json(null)
