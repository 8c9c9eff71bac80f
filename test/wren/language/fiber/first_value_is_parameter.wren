var fiber = Fiber.new {|first|
  System.print(first)
  System.print(Fiber.yield())
}
fiber.call("to the parameter") // expect: to the parameter
fiber.call("to the yield") // expect: to the yield
