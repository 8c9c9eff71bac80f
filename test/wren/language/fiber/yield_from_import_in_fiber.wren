var fiber = Fiber.new {
  import "./_yields" for Value
  return "module got %(Value)"
}
System.print(fiber.call())
// expect: module begins
// expect: asked
System.print(fiber.call("an answer")) // expect: module got an answer
