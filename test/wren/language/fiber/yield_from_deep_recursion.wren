var dive
dive = Fn.new {|depth| depth == 0 ? Fiber.yield("bottom") : 1 + dive.call(depth - 1) }
var fiber = Fiber.new { dive.call(2000) }
System.print(fiber.call()) // expect: bottom
System.print(fiber.call(0)) // expect: 2000
