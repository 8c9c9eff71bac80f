class Foo {
  construct new() { Fiber.abort("constructor") }
  static getter { Fiber.abort("getter") }
  static setter=(x) { Fiber.abort("setter") }
  static [x] { Fiber.abort("subscript") }
  static +(x) { Fiber.abort("operator") }
  static method(x) { Fiber.abort("method") }
}
System.print(Fiber.new { Foo.new() }.try()) // expect: constructor
System.print(Fiber.new { Foo.getter }.try()) // expect: getter
System.print(Fiber.new { Foo.setter = 1 }.try()) // expect: setter
System.print(Fiber.new { Foo[1] }.try()) // expect: subscript
System.print(Fiber.new { Foo + 1 }.try()) // expect: operator
System.print(Fiber.new { Foo.method(1) }.try()) // expect: method
System.print(Fiber.new { [1].each {|x| Fiber.abort("block") } }.try()) // expect: block
