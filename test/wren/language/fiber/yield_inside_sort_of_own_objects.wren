class Card {
  construct new(value) { _value = value }
  value { _value }
  <(other) {
    Fiber.yield("comparing")
    return _value < other.value
  }
}
var fiber = Fiber.new { [3, 1, 2].map {|n| Card.new(n) }.toList.sort().map {|card| card.value }.toList }
var comparisons = 0
var result
while (true) {
  result = fiber.call()
  if (fiber.isDone) break
  comparisons = comparisons + 1
}
System.print(result) // expect: [1, 2, 3]
System.print(comparisons > 0) // expect: true
