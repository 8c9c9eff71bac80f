class Thing {
  construct new() {}
  toString {
    Fiber.yield("asked")
    return "thing"
  }
}
var fiber = Fiber.new { "[%(Thing.new())]" }
System.print(fiber.call()) // expect: asked
System.print(fiber.call()) // expect: [thing]
