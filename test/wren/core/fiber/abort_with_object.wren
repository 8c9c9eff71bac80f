var fiber = Fiber.new { Fiber.abort([1, 2]) }
System.print(fiber.try()) // expect: [1, 2]
System.print(fiber.error is List) // expect: true
