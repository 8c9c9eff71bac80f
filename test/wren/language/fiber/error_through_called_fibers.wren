var inner = Fiber.new { Fiber.abort("from inner") }
var middle = Fiber.new { inner.call() }
var outer = Fiber.new { middle.call() }
System.print(outer.try()) // expect: from inner
for (fiber in [inner, middle, outer]) System.print("%(fiber.isDone) %(fiber.error)")
// expect: true from inner
// expect: true from inner
// expect: true from inner
