class Thing {
  construct new() {}
  toString {
    Fiber.yield("asked")
    return "thing"
  }
}
var fiber = Fiber.new { System.print(Thing.new()) }
System.print(fiber.call()) // expect: asked
fiber.call() // expect: thing
