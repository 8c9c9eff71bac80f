// Swaps before the error of the comparer remain.
var list = [1, 5, 2, 4, 3]
var error = Fiber.new {
  list.sort {|a, b|
    if (a == 4) Fiber.abort("no")
    return a < b
  }
}.try()
System.print(error) // expect: no
System.print(list) // expect: [1, 2, 5, 4, 3]
