// A statement without a list of parameters.

Response.json({"result": `DELETE FROM probe_entries WHERE list = ''`.query()})
