// A map with keys that are no texts.

Response.json({"text": 1, 7: "a number", true: "a bool", null: "null"})
