// A lazy sequence calls its function while the list's operator iterates over the sequence.
var fiber = Fiber.new {
  var list = [1] + [2, 3].map {|each|
    Fiber.yield("at %(each)")
    return each * 10
  }
  System.print(list)
}

System.print(fiber.call()) // expect: at 2
System.print(fiber.call()) // expect: at 3
fiber.call() // expect: [1, 20, 30]
System.print(fiber.isDone) // expect: true

class Counter is Sequence {
  construct new() {}
  iterate(last) {
    Fiber.yield("after %(last)")
    return last == null ? 1 : last < 2 ? last + 1 : false
  }
  iteratorValue(iterator) { iterator }
}

fiber = Fiber.new { System.print([0] + Counter.new()) }
System.print(fiber.call()) // expect: after null
System.print(fiber.call()) // expect: after 1
System.print(fiber.call()) // expect: after 2
fiber.call() // expect: [0, 1, 2]
