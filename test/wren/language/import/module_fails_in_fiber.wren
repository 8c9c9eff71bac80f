var error = Fiber.new {
  import "./_fails"
}.try()
System.print(error) // expect: the module fails
