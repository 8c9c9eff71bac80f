var fiber = Fiber.new { (Fiber.yield("from")..Fiber.yield("to")).toList }
System.print(fiber.call()) // expect: from
System.print(fiber.call(1)) // expect: to
System.print(fiber.call(3)) // expect: [1, 2, 3]
