var fiber = Fiber.new { Fiber.yield("value") is (Fiber.yield("class")) }
System.print(fiber.call()) // expect: value
System.print(fiber.call(1)) // expect: class
System.print(fiber.call(Num)) // expect: true
