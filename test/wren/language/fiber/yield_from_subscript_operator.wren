class Foo {
  construct new() {}
  [a] { Fiber.yield("get %(a)") }
  [a]=(b) { Fiber.yield("set %(a) to %(b)") }
}
var fiber = Fiber.new {
  var foo = Foo.new()
  System.print(foo[1])
  System.print(foo[2] = 3)
}
System.print(fiber.call()) // expect: get 1
System.print(fiber.call("got"))
// expect: got
// expect: set 2 to 3
fiber.call("was set") // expect: was set
