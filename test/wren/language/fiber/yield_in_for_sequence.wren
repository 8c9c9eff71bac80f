var fiber = Fiber.new {
  for (x in Fiber.yield("which?")) System.print(x)
}
System.print(fiber.call()) // expect: which?
fiber.call([1, 2])
// expect: 1
// expect: 2
