var error = Fiber.new {
  import "./_shapes" for Circle
}.try()
System.print(error) // expect: Could not find a variable named 'Circle' in module './_shapes'.
