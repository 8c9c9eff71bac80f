var fiber = Fiber.new { "value" }
System.print(fiber.try()) // expect: value
System.print(fiber.error) // expect: null
System.print(fiber.isDone) // expect: true
