var root = Fiber.current
var fiber = Fiber.new {
  root.transfer("waiting") // expect runtime error: an error from elsewhere
}
System.print(fiber.transfer()) // expect: waiting
Fiber.new { fiber.transferError("an error from elsewhere") }.try()
System.print("not reached")
