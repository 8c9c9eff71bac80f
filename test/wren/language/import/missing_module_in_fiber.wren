var error = Fiber.new {
  import "./_nowhere" for Something
}.try()
System.print(error) // expect: Could not load module './_nowhere'.
