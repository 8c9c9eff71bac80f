Fiber.new {
  System.print("transferred") // expect: transferred
  Fiber.yield("to nobody")
  System.print("not reached")
}.transfer()
System.print("not reached either")
