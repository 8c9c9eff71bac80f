var main = Fiber.current
System.print(main is Fiber) // expect: true
var fiber
fiber = Fiber.new {
  System.print(Fiber.current == fiber) // expect: true
  System.print(Fiber.current == main) // expect: false
}
fiber.call()
System.print(Fiber.current == main) // expect: true
