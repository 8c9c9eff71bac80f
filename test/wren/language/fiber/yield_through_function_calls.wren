var inner = Fn.new {|x| Fiber.yield(x) + 1 }
var middle = Fn.new {|x| inner.call(x * 2) + 1 }
var fiber = Fiber.new { middle.call(5) + 1 }
System.print(fiber.call()) // expect: 10
System.print(fiber.call(100)) // expect: 103
