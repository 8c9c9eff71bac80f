var fiber = Fiber.new {
  var a = Fiber.yield("left") && Fiber.yield("right")
  var b = Fiber.yield("left") || Fiber.yield("right")
  return [a, b]
}
System.print(fiber.call()) // expect: left
System.print(fiber.call(true)) // expect: right
System.print(fiber.call("and")) // expect: left
System.print(fiber.call(false)) // expect: right
System.print(fiber.call("or")) // expect: [and, or]
