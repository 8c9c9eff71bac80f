class A {}
var fiber = Fiber.new {
  class B is (Fiber.yield("superclass?")) {
    construct new() {}
  }
  return B
}
System.print(fiber.call()) // expect: superclass?
System.print(fiber.call(A).supertype) // expect: A
