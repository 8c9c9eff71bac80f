System.print("before") // expect: before
Fiber.new {
  Fiber.suspend()
  System.print("not reached")
}.call()
System.print("not reached either")
