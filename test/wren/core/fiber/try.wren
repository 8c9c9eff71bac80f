System.print(Fiber.new { 1.foo }.try()) // expect: Num does not implement 'foo'.
System.print(Fiber.new { "fine" }.try()) // expect: fine
