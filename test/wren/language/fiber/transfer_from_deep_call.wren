var root = Fiber.current
var dive
dive = Fn.new {|n|
  if (n > 0) return dive.call(n - 1) + 1
  return root.transfer("at the bottom")
}
var fiber = Fiber.new { System.print(dive.call(5)) }
System.print(fiber.transfer()) // expect: at the bottom
fiber.transfer(10) // expect: 15
