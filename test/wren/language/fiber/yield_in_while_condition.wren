var fiber = Fiber.new {
  while (Fiber.yield("again?")) {
    System.print("turn")
  }
  return "end"
}
System.print(fiber.call()) // expect: again?
System.print(fiber.call(true))
// expect: turn
// expect: again?
System.print(fiber.call(false)) // expect: end
