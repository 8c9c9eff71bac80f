var root = Fiber.current
Fiber.new {
  root.call() // expect runtime error: Cannot call root fiber.
}.call()
