var error = Fiber.new { [1, 2][5] }.try()
System.print(error) // expect: Subscript out of bounds.
