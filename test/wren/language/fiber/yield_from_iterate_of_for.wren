class Countdown {
  construct new() {}
  iterate(i) { Fiber.yield("after %(i)?") }
  iteratorValue(i) { Fiber.yield("value of %(i)?") }
}
var fiber = Fiber.new {
  for (x in Countdown.new()) System.print("x is %(x)")
  return "end"
}
System.print(fiber.call()) // expect: after null?
System.print(fiber.call(1)) // expect: value of 1?
System.print(fiber.call("one"))
// expect: x is one
// expect: after 1?
System.print(fiber.call(false)) // expect: end
