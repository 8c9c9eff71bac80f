var closures = []
var fiber = Fiber.new {
  for (i in 1..3) {
    var answer = Fiber.yield(i)
    closures.add(Fn.new { answer = "%(answer)%(i)" })
  }
}
fiber.call()
fiber.call("a")
fiber.call("b")
fiber.call("c")
System.print(closures.map {|f| f.call() }.toList) // expect: [a1, b2, c3]
System.print(closures[0].call()) // expect: a11
