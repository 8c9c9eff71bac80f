System.print(Fiber.new {|v| v + 1 }.try(2)) // expect: 3
System.print(Fiber.new {|v| v + 1 }.try("a")) // expect: Right operand must be a string.
