class Foo {
  static fiber { Fiber.current }
}
var fiber = Fiber.new { Foo.fiber }
System.print(fiber.call() == fiber) // expect: true
System.print(Foo.fiber == Fiber.current) // expect: true
System.print(Foo.fiber == fiber) // expect: false
