class Thing {
  construct new() {}
  +(other) { Fiber.yield("plus") + other }
  -{ Fiber.yield("minus") }
  [index] { Fiber.yield("subscript") }
  ==(other) { Fiber.yield("equal") }
}
var fiber = Fiber.new {
  var thing = Thing.new()
  return [thing + 1, -thing, thing[0], thing == 1]
}
System.print(fiber.call()) // expect: plus
System.print(fiber.call(10)) // expect: minus
System.print(fiber.call("m")) // expect: subscript
System.print(fiber.call("s")) // expect: equal
System.print(fiber.call("e")) // expect: [11, m, s, e]
