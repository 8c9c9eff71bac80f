var root = Fiber.current
var fiber = Fiber.new {
  root.transfer("to root")
  System.print("not reached")
}
System.print(fiber.transfer()) // expect: to root
