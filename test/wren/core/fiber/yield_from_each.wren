var fiber = Fiber.new {
  [1, 2, 3].each {|n| Fiber.yield(n) }
}
System.print(fiber.call()) // expect: 1
System.print(fiber.call()) // expect: 2
System.print(fiber.call()) // expect: 3
System.print(fiber.call()) // expect: null
System.print(fiber.isDone) // expect: true
