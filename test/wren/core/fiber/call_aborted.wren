var fiber = Fiber.new { Fiber.abort("no") }
fiber.try()
fiber.call() // expect runtime error: Cannot call an aborted fiber.
