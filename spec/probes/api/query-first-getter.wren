Response.json({"row": `SELECT id, name FROM probe_fruits ORDER BY name`.first})
