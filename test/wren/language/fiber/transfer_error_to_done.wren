var fiber = Fiber.new {}
fiber.call()
fiber.transferError("late") // expect runtime error: late
