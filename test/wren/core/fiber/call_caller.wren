var outer
outer = Fiber.new {
  Fiber.new {
    outer.call() // expect runtime error: Fiber has already been called.
  }.call()
}
outer.call()
