var fiber = Fiber.new { "<%(Fiber.yield(1)) and %(Fiber.yield(2))>" }
System.print(fiber.call()) // expect: 1
System.print(fiber.call("a")) // expect: 2
System.print(fiber.call("b")) // expect: <a and b>
