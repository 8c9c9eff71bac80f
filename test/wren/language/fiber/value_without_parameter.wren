Fiber.new { System.print("dropped") }.call("value") // expect: dropped
