// A constructor and a static method may share a signature: the later one replaces the other.
class ConstructorFirst {
  construct value(a) {
    Fiber.yield("constructor")
  }
  static value(a) { a }
}
class StaticFirst {
  static value(a) { a }
  construct value(a) {
    Fiber.yield("constructor")
  }
}
var fiber = Fiber.new {
  var objects = [ConstructorFirst.value("static")]
  objects.add(StaticFirst.value("static"))
  System.print(objects)
}
System.print(fiber.call()) // expect: constructor
fiber.call() // expect: [static, instance of StaticFirst]

class Number {
  construct new() {}
  static new() { 7 }
}
System.print(Number.new().abs) // expect: 7
