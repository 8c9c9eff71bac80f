// Each fiber calls the next one and yields its values, through more fibers than wait on the stack.
var source = Fiber.new {
  for (i in 1..3) Fiber.yield(i)
}
for (depth in 1..200) {
  var inner = source
  source = Fiber.new {
    while (true) {
      var value = inner.call()
      if (inner.isDone) return value
      Fiber.yield(value + 1)
    }
  }
}
System.print(source.call()) // expect: 201
System.print(source.call()) // expect: 202
System.print(source.call()) // expect: 203
System.print(source.call()) // expect: null
System.print(source.isDone) // expect: true

// An error passes through all of them, and a new chain works afterwards.
for (round in 1..2) {
  var next = Fiber.new {
    Fiber.yield(round)
    Fiber.abort("broken %(round)")
  }
  for (depth in 1..200) {
    var inner = next
    next = Fiber.new {
      while (true) Fiber.yield(inner.call())
    }
  }
  System.print(next.call())
  System.print(next.try())
}
// expect: 1
// expect: broken 1
// expect: 2
// expect: broken 2
