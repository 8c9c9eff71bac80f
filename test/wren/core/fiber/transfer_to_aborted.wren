var fiber = Fiber.new { Fiber.abort("no") }
fiber.try()
fiber.transfer() // expect runtime error: Cannot transfer to an aborted fiber.
