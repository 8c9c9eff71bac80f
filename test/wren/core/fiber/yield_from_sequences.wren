var fiber = Fiber.new {
  var list = (1..3).map {|n| Fiber.yield(n) }.where {|n| Fiber.yield(n) }.toList
  return list
}
System.print(fiber.call()) // expect: 1
System.print(fiber.call("a")) // expect: a
System.print(fiber.call(true)) // expect: 1
System.print(fiber.call("b")) // expect: 2
