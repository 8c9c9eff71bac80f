class Foo {
  construct new() {}
  value { Fiber.yield("get") }
  value=(v) {
    Fiber.yield("set %(v)")
    return "result of setter"
  }
}
var fiber = Fiber.new {
  var foo = Foo.new()
  System.print(foo.value)
  return foo.value = 2
}
System.print(fiber.call()) // expect: get
System.print(fiber.call(1))
// expect: 1
// expect: set 2
System.print(fiber.call()) // expect: result of setter
