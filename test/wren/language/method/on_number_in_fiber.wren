// A literal is the receiver of a call that may be suspended, and of a subscript.
var fiber = Fiber.new {
  System.print(3.pow(Fiber.yield() || 2)) // expect: 9
  System.print(Fiber.new { 0.call(1) }.try()) // expect: Num does not implement 'call(_)'.
  System.print(Fiber.new { 1[0] = 2 }.try()) // expect: Num does not implement '[_]=(_)'.
}
fiber.call()
fiber.call()
