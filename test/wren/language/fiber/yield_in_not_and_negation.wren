var fiber = Fiber.new { [!Fiber.yield(), -Fiber.yield(), ~Fiber.yield()] }
fiber.call()
fiber.call(true)
fiber.call(5)
System.print(fiber.call(0)) // expect: [false, -5, 4294967295]
