var other = Fiber.new {
  System.print("other")
}
Fiber.new {
  other.transfer()
  System.print("not reached")
}.call()
System.print("not reached either")
// expect: other
