var f = Fn.new {
  for (a in 1..2) {
    Fiber.yield(a)
    for (b in 1..3) {
      if (a == 2 && b == 2) return "returned"
    }
  }
}
var fiber = Fiber.new(f)
System.print(fiber.call()) // expect: 1
System.print(fiber.call()) // expect: 2
System.print(fiber.call()) // expect: returned
