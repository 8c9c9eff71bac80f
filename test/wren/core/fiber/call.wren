var fiber = Fiber.new {
  System.print("inside")
}
System.print("before")
// expect: before
// expect: inside
fiber.call()
System.print("after") // expect: after
