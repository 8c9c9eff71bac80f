var f = Fn.new { Fiber.yield("shared") }
var a = Fiber.new(f)
var b = Fiber.new(f)
System.print(a.call()) // expect: shared
System.print(b.call()) // expect: shared
a.call()
System.print(a.isDone) // expect: true
System.print(b.isDone) // expect: false
