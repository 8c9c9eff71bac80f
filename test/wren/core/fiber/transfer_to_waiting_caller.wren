// A fiber transfers to one that waits for it, and is left behind.
var outer
outer = Fiber.new {
  var middle = Fiber.new {
    var inner = Fiber.new { outer.transfer("from inner") }
    System.print("not reached %(inner.call())")
  }
  System.print(middle.call()) // expect: from inner
  return "%(Fiber.yield("yielded")) and again"
}
System.print(outer.call()) // expect: yielded
System.print(outer.call("once")) // expect: once and again

// The one that waits goes on and waits again, at the same place, before control comes back.
var results = []
var first
var second
first = Fiber.new {
  for (i in 1..3) results.add(second.call(i))
}
second = Fiber.new {|value|
  while (true) value = Fiber.yield(first.isDone ? "done" : value * 10)
}
first.call()
System.print(results) // expect: [10, 20, 30]

var left = Fiber.new {|value|
  while (true) value = Fiber.yield(value + 1)
}
var right
right = Fiber.new {
  var value = left.call(1)
  Fiber.new { right.transfer(value + 10) }.transfer()
  System.print("resumed")
}
right.call() // expect: resumed
