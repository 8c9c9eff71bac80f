if (Response.cors("https://one.touchstone.example")) return

Response.json("went on")
