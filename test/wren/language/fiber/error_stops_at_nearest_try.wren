var inner = Fiber.new { Fiber.abort("from inner") }
var middle = Fiber.new {
  System.print("caught: " + inner.try())
  return "middle is fine"
}
System.print(middle.try())
// expect: caught: from inner
// expect: middle is fine
System.print(middle.error) // expect: null
