var fiber = Fiber.new { 1 }
fiber.call()
fiber.transfer() // expect runtime error: Cannot transfer to a finished fiber.
