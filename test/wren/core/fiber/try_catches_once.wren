var fiber = Fiber.new {
  Fiber.yield(1)
  Fiber.abort("late") // expect runtime error: late
}
System.print(fiber.try()) // expect: 1
fiber.call()
