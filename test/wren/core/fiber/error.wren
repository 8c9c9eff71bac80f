var fiber = Fiber.new { 1.foo }
System.print(fiber.error) // expect: null
fiber.try()
System.print(fiber.error) // expect: Num does not implement 'foo'.
