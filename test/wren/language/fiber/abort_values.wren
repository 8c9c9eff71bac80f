System.print(Fiber.new { Fiber.abort("text") }.try()) // expect: text
System.print(Fiber.new { Fiber.abort(12) }.try()) // expect: 12
System.print(Fiber.new { Fiber.abort(false) }.try()) // expect: false
System.print(Fiber.new { Fiber.abort([1, 2]) }.try()) // expect: [1, 2]
System.print(Fiber.new { Fiber.abort(Fiber) }.try()) // expect: Fiber
System.print(Fiber.new { Fiber.abort({}) }.try()) // expect: {}
