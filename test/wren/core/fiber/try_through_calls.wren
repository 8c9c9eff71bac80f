var inner = Fiber.new { Fiber.abort("deep") }
var middle = Fiber.new { inner.call() }
System.print(middle.try()) // expect: deep
System.print(inner.error) // expect: deep
System.print(middle.error) // expect: deep
