var fiber = Fiber.new {|v| System.print(v) }
fiber.transfer("value") // expect: value
System.print("never")
