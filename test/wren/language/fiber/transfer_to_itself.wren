var pass = Fn.new {|value| Fiber.current.transfer(value) }
var fiber = Fiber.new {
  System.print(pass.call("to myself")) // expect: to myself
  return "end"
}
System.print(fiber.call()) // expect: end
