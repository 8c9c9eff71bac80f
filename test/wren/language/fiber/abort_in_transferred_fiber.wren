var fiber = Fiber.new {
  Fiber.abort("nobody to catch it") // expect runtime error: nobody to catch it
}
Fiber.new { fiber.transfer() }.try()
System.print("not reached")
