Response.json({"row": `SELECT name, origin FROM probe_fruits ORDER BY name`.first()})
