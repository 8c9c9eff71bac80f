// A status with an empty object, as one variant of the examples sends it.

Response.status(204)
Response.json({})
