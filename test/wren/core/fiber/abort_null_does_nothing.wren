var fiber = Fiber.new {
  Fiber.abort(null)
  System.print("still here")
}
fiber.call() // expect: still here
System.print(fiber.error) // expect: null
