var dive
dive = Fn.new {|n|
  if (n == 0) Fiber.abort("bottom") // expect runtime error: bottom // expect frame 1: new(_) block argument
  dive.call(n - 1)
}
var fiber = Fiber.new {
  dive.call(0) // expect frame 2: new(_) block argument
}
fiber.call()
