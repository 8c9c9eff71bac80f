var fiber = Fiber.new {
  var functions = []
  for (i in 1..3) {
    functions.add { i }
    Fiber.yield(i)
  }
  return functions.map {|f| f.call() }.toList
}
System.print(fiber.call()) // expect: 1
System.print(fiber.call()) // expect: 2
System.print(fiber.call()) // expect: 3
System.print(fiber.call()) // expect: [1, 2, 3]
