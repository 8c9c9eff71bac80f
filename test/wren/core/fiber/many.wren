var sum = 0
for (i in 1..2000) {
  var fiber = Fiber.new {|n|
    sum = sum + n
    sum = sum + Fiber.yield()
  }
  fiber.call(i)
  fiber.call(1)
}
System.print(sum) // expect: 2003000
