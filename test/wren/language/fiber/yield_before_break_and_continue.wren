var fiber = Fiber.new {
  for (i in 1..5) {
    var answer = Fiber.yield(i)
    if (answer == "skip") continue
    if (answer == "stop") break
    System.print("turn %(i) ends")
  }
  return "out"
}
System.print(fiber.call()) // expect: 1
System.print(fiber.call("go on"))
// expect: turn 1 ends
// expect: 2
System.print(fiber.call("skip")) // expect: 3
System.print(fiber.call("stop")) // expect: out
