Response.json(["one", 2, {"three": 3}])
