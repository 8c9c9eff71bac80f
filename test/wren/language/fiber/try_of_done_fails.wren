var fiber = Fiber.new { 1 }
fiber.call()
fiber.try() // expect runtime error: Cannot try a finished fiber.
