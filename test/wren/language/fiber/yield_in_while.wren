var fiber = Fiber.new {
  var i = 0
  while (i < 3) {
    Fiber.yield(i)
    i = i + 1
  }
  return "end"
}
while (!fiber.isDone) System.print(fiber.call())
// expect: 0
// expect: 1
// expect: 2
// expect: end
