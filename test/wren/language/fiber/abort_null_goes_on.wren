var fiber = Fiber.new {
  Fiber.abort(null)
  return "went on"
}
System.print(fiber.try()) // expect: went on
System.print(fiber.error) // expect: null
