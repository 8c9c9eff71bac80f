var fiber = Fiber.new {
  if (Fiber.yield("condition")) {
    return "then"
  } else {
    return "else"
  }
}
System.print(fiber.call()) // expect: condition
System.print(fiber.call(false)) // expect: else
