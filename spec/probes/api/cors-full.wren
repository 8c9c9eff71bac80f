if (Response.cors("https://one.touchstone.example", "GET, PUT", "X-Probe, X-Other")) return

Response.json("went on")
