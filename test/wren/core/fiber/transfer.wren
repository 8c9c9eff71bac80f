var one = Fiber.new { System.print("one") }
var two = Fiber.new {
  System.print("two")
  one.transfer()
  System.print("never")
}
two.call()
// expect: two
// expect: one
