// What migrations with semicolons inside their statements have stored.

Response.json({"rows": `SELECT text FROM probe_marks ORDER BY id`.fetch([])})
