var log = []
var make = Fn.new {|name|
  return Fiber.new {
    for (i in 1..2) {
      log.add("%(name)%(i)")
      Fiber.yield()
    }
  }
}
var fibers = [make.call("a"), make.call("b"), make.call("c")]
while (fibers.any {|fiber| !fiber.isDone }) {
  for (fiber in fibers) if (!fiber.isDone) fiber.call()
}
System.print(log) // expect: [a1, b1, c1, a2, b2, c2]
