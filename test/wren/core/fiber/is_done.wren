var fiber = Fiber.new { Fiber.yield() }
System.print(fiber.isDone) // expect: false
fiber.call()
System.print(fiber.isDone) // expect: false
fiber.call()
System.print(fiber.isDone) // expect: true
