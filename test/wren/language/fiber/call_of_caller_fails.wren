var fiber
fiber = Fiber.new {
  Fiber.new {
    fiber.call() // expect runtime error: Fiber has already been called.
  }.call()
}
fiber.call()
