class Generator {
  construct new(n) {
    _fiber = Fiber.new {
      for (i in 1..n) Fiber.yield(i * i)
      return null
    }
  }
  iterate(i) {
    var next = _fiber.call()
    return next == null ? false : next
  }
  iteratorValue(i) { i }
}
var squares = []
for (square in Generator.new(4)) squares.add(square)
System.print(squares) // expect: [1, 4, 9, 16]
