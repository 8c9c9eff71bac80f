System.print("before") // expect: before
Fiber.suspend()
System.print("never")
