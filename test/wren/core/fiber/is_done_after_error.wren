var fiber = Fiber.new { 1.foo }
fiber.try()
System.print(fiber.isDone) // expect: true
