class A {
  construct new() {}
}
class B is A {
  construct new() {}
  +(a) { super { a } }
  [a] { super { a } }
}
System.print(Fiber.new { B.new() + 1 }.try()) // expect: A does not implement '+(_)'.
System.print(Fiber.new { B.new()[1] }.try()) // expect: A does not implement '(_)'.
