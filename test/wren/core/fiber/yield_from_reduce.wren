var fiber = Fiber.new {
  return [1, 2, 3].reduce {|a, b| a + b + Fiber.yield("%(a) %(b)") }
}
System.print(fiber.call()) // expect: 1 2
System.print(fiber.call(10)) // expect: 13 3
System.print(fiber.call(100)) // expect: 116
