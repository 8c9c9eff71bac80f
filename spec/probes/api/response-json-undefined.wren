// The number that is none.

Response.json({"text": 1, "undefined": 0 / 0})
