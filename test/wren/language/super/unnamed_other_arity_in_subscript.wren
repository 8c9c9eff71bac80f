class A {
  construct new() {}
}
class B is A {
  construct new() {}
  [a] { super(a, a) }
  [a]=(b) { super() }
  [a, b] { super }
}
System.print(Fiber.new { B.new()[1] }.try()) // expect: A does not implement '(_,_)'.
System.print(Fiber.new { B.new()[1] = 2 }.try()) // expect: A does not implement '()'.
System.print(Fiber.new { B.new()[1, 2] }.try()) // expect: A does not implement ''.
