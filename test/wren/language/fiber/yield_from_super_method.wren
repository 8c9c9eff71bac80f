class A {
  construct new() {}
  foo(x) { "A " + Fiber.yield(x) }
}
class B is A {
  construct new() {}
  foo(x) { "B " + super.foo(x + 1) }
  bar(x) { super(x) }
}
var fiber = Fiber.new { B.new().foo(1) }
System.print(fiber.call()) // expect: 2
System.print(fiber.call("answer")) // expect: B A answer
