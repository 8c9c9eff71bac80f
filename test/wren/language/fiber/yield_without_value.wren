var fiber = Fiber.new {
  System.print(Fiber.yield())
  Fiber.yield()
}
System.print(fiber.call()) // expect: null
System.print(fiber.call())
// expect: null
// expect: null
System.print(Fiber.new { Fiber.yield() }.try() == null) // expect: true
