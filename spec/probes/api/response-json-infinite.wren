// Numbers that JSON cannot represent.

Response.json({"text": 1, "infinite": 1 / 0, "negative": -1 / 0})
