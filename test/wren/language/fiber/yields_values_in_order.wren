var fiber = Fiber.new {
  Fiber.yield(1)
  Fiber.yield(2)
  return 3
}
System.print(fiber.call()) // expect: 1
System.print(fiber.call()) // expect: 2
System.print(fiber.isDone) // expect: false
System.print(fiber.call()) // expect: 3
System.print(fiber.isDone) // expect: true
