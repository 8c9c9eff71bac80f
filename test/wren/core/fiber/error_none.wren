var fiber = Fiber.new { 1 }
fiber.call()
System.print(fiber.error) // expect: null
