// The number that is none.

Response.json([0 / 0])
