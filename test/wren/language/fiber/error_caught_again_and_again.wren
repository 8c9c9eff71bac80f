var count = 0
for (i in 1..1000) {
  var fiber = Fiber.new { Fiber.abort(i) }
  if (fiber.try() == i) count = count + 1
}
System.print(count) // expect: 1000
