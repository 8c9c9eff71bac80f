Response.json({"rows": `SELECT name FROM probe_fruits ORDER BY name`.fetch()})
