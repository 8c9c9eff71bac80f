var fiber = Fiber.new {
  for (a in 1..2) {
    var turns = 0
    for (b in 1..3) {
      if (b == 2) continue
      turns = turns + b
    }
    for (c in [1, 2, 3]) {
      if (c == 2) continue
      turns = turns + c
    }
    var i = 0
    while ((i = i + 1) < 4) {
      if (i == 2) continue
      turns = turns + i
    }
    Fiber.yield([a, turns])
  }
  return "end"
}
System.print(fiber.call()) // expect: [1, 12]
System.print(fiber.call()) // expect: [2, 12]
System.print(fiber.call()) // expect: end
