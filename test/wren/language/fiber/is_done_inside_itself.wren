var fiber
fiber = Fiber.new { System.print(fiber.isDone) }
fiber.call() // expect: false
System.print(fiber.isDone) // expect: true
