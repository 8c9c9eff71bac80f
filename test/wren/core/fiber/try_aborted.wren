var fiber = Fiber.new { Fiber.abort("no") }
fiber.try()
fiber.try() // expect runtime error: Cannot try an aborted fiber.
