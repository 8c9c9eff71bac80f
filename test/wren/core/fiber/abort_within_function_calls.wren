var fail = Fn.new { Fiber.abort("deep") }
var fiber = Fiber.new { [1].each {|n| fail.call() } }
System.print(fiber.try()) // expect: deep
