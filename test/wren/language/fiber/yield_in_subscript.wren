var fiber = Fiber.new {
  var list = ["a", "b", "c"]
  list[Fiber.yield("index")] = Fiber.yield("value")
  return list[Fiber.yield("index")]
}
System.print(fiber.call()) // expect: index
System.print(fiber.call(1)) // expect: value
System.print(fiber.call("B")) // expect: index
System.print(fiber.call(1)) // expect: B
