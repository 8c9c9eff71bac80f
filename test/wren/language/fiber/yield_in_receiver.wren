var fiber = Fiber.new { Fiber.yield("receiver").count }
System.print(fiber.call()) // expect: receiver
System.print(fiber.call([1, 2, 3])) // expect: 3
