import "meta" for Meta

System.print(Fiber.new { Meta.eval("1.foo") }.try()) // expect: Num does not implement 'foo'.
