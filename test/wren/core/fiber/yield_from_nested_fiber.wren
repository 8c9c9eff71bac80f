var inner = Fiber.new {
  Fiber.yield("inner one")
  return "inner two"
}
var outer = Fiber.new {
  Fiber.yield(inner.call())
  Fiber.yield("outer")
  return inner.call()
}
System.print(outer.call()) // expect: inner one
System.print(outer.call()) // expect: outer
System.print(outer.call()) // expect: inner two
