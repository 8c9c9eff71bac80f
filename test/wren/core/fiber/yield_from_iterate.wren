class Slow is Sequence {
  construct new() {}
  iterate(n) { Fiber.yield(n) }
  iteratorValue(n) { n * 10 }
}
var fiber = Fiber.new {
  var list = []
  for (n in Slow.new()) list.add(n)
  return list
}
System.print(fiber.call()) // expect: null
System.print(fiber.call(1)) // expect: 1
System.print(fiber.call(2)) // expect: 2
System.print(fiber.call(false)) // expect: [10, 20]
