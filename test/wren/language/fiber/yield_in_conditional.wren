var fiber = Fiber.new {
  return (Fiber.yield(1) ? Fiber.yield(2) : Fiber.yield(3)) + 100
}
System.print(fiber.call()) // expect: 1
System.print(fiber.call(true)) // expect: 2
System.print(fiber.call(5)) // expect: 105
