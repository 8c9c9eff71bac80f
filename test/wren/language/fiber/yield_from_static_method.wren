class Foo {
  static ask(x) {
    var answer = Fiber.yield(x)
    return answer * 2
  }
}
var fiber = Fiber.new { Foo.ask("how many?") }
System.print(fiber.call()) // expect: how many?
System.print(fiber.call(4)) // expect: 8
