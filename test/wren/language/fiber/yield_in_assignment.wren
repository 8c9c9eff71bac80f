var module = "before"
class Foo {
  construct new() {
    _field = Fiber.yield("field")
    __static = Fiber.yield("static")
  }
  toString { "%(_field) %(__static)" }
}
var fiber = Fiber.new {
  var local = Fiber.yield("local")
  module = Fiber.yield("module")
  return "%(local) %(module) %(Foo.new())"
}
System.print(fiber.call()) // expect: local
System.print(fiber.call(1)) // expect: module
System.print(fiber.call(2)) // expect: field
System.print(fiber.call(3)) // expect: static
System.print(fiber.call(4)) // expect: 1 2 3 4
