var fiber = Fiber.new { 1 }
fiber.call()
fiber.call(2) // expect runtime error: Cannot call a finished fiber.
