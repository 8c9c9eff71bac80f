class A {
  construct new() {
    _a = Fiber.yield("a")
  }
  a { _a }
}
class B is A {
  construct new() {
    super()
    _b = Fiber.yield("b")
  }
  toString { "%(a) %(_b)" }
}
var fiber = Fiber.new { B.new() }
System.print(fiber.call()) // expect: a
System.print(fiber.call(1)) // expect: b
System.print(fiber.call(2)) // expect: 1 2
