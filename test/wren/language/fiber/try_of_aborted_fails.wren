var fiber = Fiber.new { Fiber.abort("first") }
fiber.try()
fiber.try() // expect runtime error: Cannot try an aborted fiber.
