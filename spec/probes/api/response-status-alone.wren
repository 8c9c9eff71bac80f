// A status without a body.

Response.status(204)
