var fiber = Fiber.new {
  var a = Fiber.yield("left") && Fiber.yield("not reached")
  var b = Fiber.yield("left") || Fiber.yield("not reached")
  return [a, b]
}
System.print(fiber.call()) // expect: left
System.print(fiber.call(false)) // expect: left
System.print(fiber.call(1)) // expect: [false, 1]
