var fiber = Fiber.new {
  var got = Fiber.yield(1)
  System.print(got)
  got = Fiber.yield()
  System.print(got)
}
fiber.call("first")
fiber.call("second") // expect: second
fiber.call() // expect: null
