// Runs before every endpoint of the folder: CORS for all of them, the API key for products.

import "_app" for ApiKey

if (Response.cors) return
if (Request.route(0) == "products" && !ApiKey.isAccepted) return
