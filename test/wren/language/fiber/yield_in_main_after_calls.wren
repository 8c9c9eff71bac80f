Fiber.new { Fiber.yield() }.call()
System.print("printed") // expect: printed
Fiber.yield("ends the program")
System.print("not reached")
