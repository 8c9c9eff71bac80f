var errors = []
for (i in 1..3) {
  var fiber = Fiber.new {
    Fiber.yield(i)
    Fiber.new { Fiber.abort("error %(i)") }.call()
  }
  fiber.call()
  errors.add(fiber.try())
}
System.print(errors) // expect: [error 1, error 2, error 3]
