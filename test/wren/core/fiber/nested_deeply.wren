var count = 0
var nest
nest = Fn.new {|depth|
  count = count + 1
  if (depth > 0) Fiber.new { nest.call(depth - 1) }.call()
}
nest.call(500)
System.print(count) // expect: 501
