var fiber = Fiber.new {
  Fiber.abort("nobody to catch it") // expect runtime error: nobody to catch it // expect frame 1: new(_) block argument
}
Fiber.new { fiber.transfer() }.try()
System.print("not reached")
