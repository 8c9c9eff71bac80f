var error = Fiber.new { 1..1 << 2 }.try()
System.print(error) // expect: Range does not implement '<<(_)'.
