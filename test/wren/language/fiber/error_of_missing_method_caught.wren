var error = Fiber.new { null.foo(1, 2) }.try()
System.print(error) // expect: Null does not implement 'foo(_,_)'.
