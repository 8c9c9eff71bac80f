var a = 1
var fiber = Fiber.new { a + Fiber.yield() + a }
fiber.call()
a = 100
System.print(fiber.call(10)) // expect: 111
