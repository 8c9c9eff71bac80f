class Foo {
  construct new() {}
  +(a) { Fiber.yield("+ %(a)") }
  -(a) { Fiber.yield("- %(a)") }
  - { Fiber.yield("negate") }
  ! { Fiber.yield("not") }
  ~ { Fiber.yield("complement") }
  <(a) { Fiber.yield("< %(a)") }
  ==(a) { Fiber.yield("== %(a)") }
  ..(a) { Fiber.yield(".. %(a)") }
  is(a) { Fiber.yield("is %(a)") }
}
var fiber = Fiber.new {
  var foo = Foo.new()
  return [foo + 1, foo - 2, -foo, !foo, ~foo, foo < 3, foo == 4, foo..5, foo is Num]
}
System.print(fiber.call()) // expect: + 1
System.print(fiber.call("a")) // expect: - 2
System.print(fiber.call("b")) // expect: negate
System.print(fiber.call("c")) // expect: not
System.print(fiber.call("d")) // expect: complement
System.print(fiber.call("e")) // expect: < 3
System.print(fiber.call("f")) // expect: == 4
System.print(fiber.call("g")) // expect: .. 5
System.print(fiber.call("h")) // expect: is Num
System.print(fiber.call("i")) // expect: [a, b, c, d, e, f, g, h, i]
