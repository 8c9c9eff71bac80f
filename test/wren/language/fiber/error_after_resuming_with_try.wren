var fiber = Fiber.new {
  Fiber.yield()
  Fiber.abort("after the yield")
}
fiber.call()
System.print(fiber.try()) // expect: after the yield
