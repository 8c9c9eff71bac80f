var fiber = Fiber.new {
  Fiber.yield()
  Fiber.abort("after the yield") // expect runtime error: after the yield
}
fiber.try()
fiber.call()
