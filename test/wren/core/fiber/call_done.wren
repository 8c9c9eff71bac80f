var fiber = Fiber.new { 1 }
fiber.call()
fiber.call() // expect runtime error: Cannot call a finished fiber.
