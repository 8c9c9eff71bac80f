var fiber = Fiber.new {
  for (x in ["a", "b"]) {
    var y = x + x
    Fiber.yield(x)
    System.print(y)
  }
}
System.print(fiber.call()) // expect: a
System.print(fiber.call())
// expect: aa
// expect: b
fiber.call() // expect: bb
System.print(fiber.isDone) // expect: true
