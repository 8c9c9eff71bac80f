class Foo {
  construct new() {}
  then(a) { Fiber.abort("called") }
  then(a, b) { Fiber.abort("called") }
}
var fiber = Fiber.new { Fiber.yield(Foo.new()) }
System.print(fiber.call()) // expect: instance of Foo
