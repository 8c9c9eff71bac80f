Map.new().get("a") // expect runtime error: Map does not implement 'get(_)'.
