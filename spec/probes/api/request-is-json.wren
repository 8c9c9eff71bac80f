Response.json({"isTrue": Request.isJson == true, "truth": Request.isJson ? "truthy" : "falsey"})
