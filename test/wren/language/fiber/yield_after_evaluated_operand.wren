var fiber = Fiber.new {
  var a = 1
  var sum = a + Fiber.yield()
  return sum
}
fiber.call()
System.print(fiber.call(10)) // expect: 11
