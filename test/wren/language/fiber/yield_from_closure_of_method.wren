class Foo {
  construct new() { _sum = 0 }
  collect(n) {
    (1..n).each {|i|
      _sum = _sum + Fiber.yield(i)
    }
    return _sum
  }
}
var fiber = Fiber.new { Foo.new().collect(2) }
System.print(fiber.call()) // expect: 1
System.print(fiber.call(10)) // expect: 2
System.print(fiber.call(20)) // expect: 30
