var other
var fiber = Fiber.new {
  System.print("before")
  other.transfer()
  System.print("after")
  return "value"
}
other = Fiber.new {
  System.print("other")
  fiber.transfer()
}
System.print(fiber.call())
// expect: before
// expect: other
// expect: after
// expect: value
