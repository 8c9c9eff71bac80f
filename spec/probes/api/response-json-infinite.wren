// Numbers that JSON cannot represent.

Response.json({"infinite": 1 / 0, "negative": -1 / 0})
