var fiber = Fiber.new {
  var answer = Fiber.yield("yielded")
  Fiber.abort("aborted " + answer)
}
System.print(fiber.try()) // expect: yielded
System.print(fiber.try("with answer")) // expect: aborted with answer
