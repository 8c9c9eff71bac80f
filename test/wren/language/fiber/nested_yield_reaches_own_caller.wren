var inner = Fiber.new {
  Fiber.yield("from inner")
  return "end of inner"
}
var outer = Fiber.new {
  System.print("outer got: " + inner.call())
  Fiber.yield("from outer")
  System.print("outer got: " + inner.call())
  return "end of outer"
}
System.print(outer.call())
// expect: outer got: from inner
// expect: from outer
System.print(outer.call())
// expect: outer got: end of inner
// expect: end of outer
