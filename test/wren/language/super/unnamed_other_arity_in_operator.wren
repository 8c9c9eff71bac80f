class A {
  construct new() {}
  -(a) { "A minus %(a)" }
}
class B is A {
  construct new() {}
  - { super(1) }
  ! { super(1) }
  ~ { super() }
  +(a) { super(a, a) }
  <(a) { super() }
  %(a) { super(a, a, a) }
}
System.print(-B.new()) // expect: A minus 1
System.print(Fiber.new { !B.new() }.try()) // expect: A does not implement '!(_)'.
System.print(Fiber.new { ~B.new() }.try()) // expect: A does not implement '~()'.
System.print(Fiber.new { B.new() + 1 }.try()) // expect: A does not implement '+(_,_)'.
System.print(Fiber.new { B.new() < 1 }.try()) // expect: A does not implement '<()'.
System.print(Fiber.new { B.new() % 1 }.try()) // expect: A does not implement '%(_,_,_)'.
