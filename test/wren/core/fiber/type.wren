System.print(Fiber.new {}.type) // expect: Fiber
System.print(Fiber.new {} is Fiber) // expect: true
System.print(Fiber.type) // expect: Fiber metaclass
