System.print(Fiber.new {|v| "got %(v)" }.call(3)) // expect: got 3
System.print(Fiber.new {|v| "got %(v)" }.call()) // expect: got null
System.print(Fiber.new { "nothing" }.call(3)) // expect: nothing
