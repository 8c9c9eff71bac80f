var main = Fiber.current
var failing = Fiber.new {
  main.transfer()
}
var trying = Fiber.new {
  System.print("caught: %(failing.try())")
}
trying.call()
failing.transferError("thrown in") // expect: caught: thrown in
System.print(failing.error) // expect: thrown in
