var fiber = Fiber.new {
  return Fiber.yield("yielded")
}
System.print(fiber.call()) // expect: yielded
System.print(fiber.call("returned")) // expect: returned
