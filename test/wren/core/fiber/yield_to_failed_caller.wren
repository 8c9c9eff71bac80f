// The inner fiber resumes its caller, which fails, and then yields to it: the error is raised again.
var inner
var outer = Fiber.new {
  inner.call()
  Fiber.abort("failed")
}
inner = Fiber.new {
  System.print(outer.try()) // expect: failed
  System.print(Fiber.yield()) // expect: failed
  System.print(outer.error) // expect: failed
}
Fiber.new { outer.transfer() }.call()
System.print("never")
