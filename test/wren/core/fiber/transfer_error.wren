var fiber = Fiber.new {
  Fiber.yield() // expect runtime error: handed over
  System.print("never")
}
fiber.call()
var caller = Fiber.new {
  fiber.transferError("handed over")
}
caller.try()
System.print("never")
