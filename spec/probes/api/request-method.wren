Response.json({"method": Request.method})
