class A {
  construct new() {}
  - { "A negated" }
}
class B is A {
  construct new() {}
  -(a) { super }
  +(a) { super }
  *(a) { super }
  ==(a) { super }
  is(a) { super }
  ..(a) { super }
}
System.print(B.new() - 1) // expect: A negated
System.print(Fiber.new { B.new() + 1 }.try()) // expect: A does not implement '+'.
System.print(Fiber.new { B.new() * 1 }.try()) // expect: A does not implement '*'.
System.print(Fiber.new { B.new() == 1 }.try()) // expect: A does not implement '=='.
System.print(Fiber.new { B.new() is B }.try()) // expect: A does not implement 'is'.
System.print(Fiber.new { B.new()..1 }.try()) // expect: A does not implement '..'.
