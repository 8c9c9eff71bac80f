var fiber = Fiber.new {
  System.print("one")
  Fiber.yield()
  System.print("two")
}
fiber.call() // expect: one
System.print("between") // expect: between
fiber.call() // expect: two
System.print(fiber.isDone) // expect: true
