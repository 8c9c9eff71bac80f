var fiber = Fiber.new {
  return [2, 1].sort {|a, b|
    Fiber.yield("asked")
    return a < b
  }
}
System.print(fiber.call()) // expect: asked
System.print(fiber.call()) // expect: [1, 2]
