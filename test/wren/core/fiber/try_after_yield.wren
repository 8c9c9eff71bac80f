var fiber = Fiber.new {
  Fiber.yield(1)
  Fiber.abort("late")
}
System.print(fiber.try()) // expect: 1
System.print(fiber.try()) // expect: late
System.print(fiber.error) // expect: late
