Fiber.new("text") // expect runtime error: Argument must be a function.
