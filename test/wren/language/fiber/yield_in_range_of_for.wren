var fiber = Fiber.new {
  for (i in Fiber.yield("from")...Fiber.yield("to")) Fiber.yield(i)
}
System.print(fiber.call()) // expect: from
System.print(fiber.call(1)) // expect: to
System.print(fiber.call(3)) // expect: 1
System.print(fiber.call()) // expect: 2
System.print(fiber.call()) // expect: null
