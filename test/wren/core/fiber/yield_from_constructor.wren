class Thing {
  construct new() {
    _value = Fiber.yield("asked")
  }
  value { _value }
}
var fiber = Fiber.new { Thing.new().value }
System.print(fiber.call()) // expect: asked
System.print(fiber.call(3)) // expect: 3
