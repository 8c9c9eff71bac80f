Fiber.new {
  System.print("inside") // expect: inside
  1.foo // expect runtime error: Num does not implement 'foo'.
}.call()
