var root = Fiber.current
Fiber.new {
  root.try() // expect runtime error: Cannot call root fiber.
}.call()
