// The inner fiber resumes its caller, which ends, and then yields to it: nothing is left to resume.
var inner
var outer = Fiber.new {
  inner.call()
  return "ended"
}
inner = Fiber.new {
  System.print(outer.call()) // expect: ended
  Fiber.yield()
  System.print("never")
}
Fiber.new { outer.transfer() }.call()
System.print("never")
