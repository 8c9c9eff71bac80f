// One call adds to a list, and calls the `add(_)` of another class.
class Total {
  construct new() { _sum = 0 }
  sum { _sum }
  add(number) {
    _sum = _sum + number
    return "added"
  }
}

var list = []
var total = Total.new()
for (target in [list, total, list, 3, "text", null]) {
  System.print(Fiber.new { target.add(7) }.try())
}
// expect: 7
// expect: added
// expect: 7
// expect: Num does not implement 'add(_)'.
// expect: String does not implement 'add(_)'.
// expect: Null does not implement 'add(_)'.
System.print(list) // expect: [7, 7]
System.print(total.sum) // expect: 7

// The list and the value are evaluated once, in order.
var log = ""
var from = Fn.new {|name, value|
  log = log + name
  return value
}
System.print(from.call("a", list).add(from.call("b", "x"))) // expect: x
System.print(log) // expect: ab

// A list can be added to itself, and grow while it is iterated over.
var own = []
own.add(own)
System.print(own[0] == own) // expect: true
var numbers = [1]
for (number in numbers) {
  if (number < 5) numbers.add(number + 1)
}
System.print(numbers) // expect: [1, 2, 3, 4, 5]

// Variables that are objects only at first.
var later = Fn.new {
  var value = []
  value.add(1)
  System.print(value.count) // expect: 1
  value = "three"
  System.print(value.count) // expect: 5
  value = Total.new()
  value = 9
  System.print(value.sqrt) // expect: 3
}
later.call()
