var fiber = Fiber.new {
  Fiber.yield("to the first")
  Fiber.yield("to the second")
}
Fiber.new { System.print(fiber.call()) }.call() // expect: to the first
Fiber.new { System.print(fiber.call()) }.call() // expect: to the second
