// What was exchanged before the comparer failed stays so.
var list = [1, 5, 2, 4, 3]
var error = Fiber.new {
  list.sort {|a, b|
    if (a == 4) Fiber.abort("no")
    return a < b
  }
}.try()
System.print(error) // expect: no
System.print(list) // expect: [1, 2, 5, 4, 3]
