var fiber = Fiber.new {
  for (a in 1..2) {
    for (b in 1..3) {
      break
    }
    for (c in [1, 2]) break
    while (true) break
    Fiber.yield(a)
  }
  return "end"
}
System.print(fiber.call()) // expect: 1
System.print(fiber.call()) // expect: 2
System.print(fiber.call()) // expect: end
