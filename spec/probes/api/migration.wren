// How often the migration that inserts a row was applied.

Response.json({"rows": `SELECT name FROM probe_applications`.fetch([])})
