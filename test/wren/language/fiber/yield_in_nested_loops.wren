var fiber = Fiber.new {
  for (i in 1..2) {
    for (j in [10, 20]) {
      if (i == 2 && j == 10) continue
      Fiber.yield(i + j)
    }
  }
}
System.print([fiber.call(), fiber.call(), fiber.call(), fiber.call()]) // expect: [11, 21, 22, null]
