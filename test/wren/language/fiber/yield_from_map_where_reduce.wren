var fiber = Fiber.new {
  var list = [1, 2, 3]
  return list
    .map {|x| Fiber.yield("map %(x)") }
    .where {|x| Fiber.yield("where %(x)") }
    .reduce(0) {|sum, x| sum + x }
}
System.print(fiber.call()) // expect: map 1
System.print(fiber.call(10)) // expect: where 10
System.print(fiber.call(true)) // expect: map 1
System.print(fiber.call(10)) // expect: map 2
System.print(fiber.call(20)) // expect: where 20
System.print(fiber.call(false)) // expect: map 3
System.print(fiber.call(30)) // expect: where 30
System.print(fiber.call(false)) // expect: 10
