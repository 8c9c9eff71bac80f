class Foo {
  construct new() {}
  toString { Fiber.yield("text of foo?") }
}
var fiber = Fiber.new { "<%(Foo.new())>" }
System.print(fiber.call()) // expect: text of foo?
System.print(fiber.call("foo")) // expect: <foo>
