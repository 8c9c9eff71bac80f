var main = Fiber.current
var fiber = Fiber.new {
  System.print("in fiber")
  main.transfer("back")
  System.print("never")
}
System.print(fiber.transfer())
// expect: in fiber
// expect: back
