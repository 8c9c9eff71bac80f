class Foo {
  static three(a, b, c) { "%(a) %(b) %(c)" }
}
var fiber = Fiber.new { Foo.three(Fiber.yield("a"), "fixed", Fiber.yield("c")) }
System.print(fiber.call()) // expect: a
System.print(fiber.call(1)) // expect: c
System.print(fiber.call(3)) // expect: 1 fixed 3
