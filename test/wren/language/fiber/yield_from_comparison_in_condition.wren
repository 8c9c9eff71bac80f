class Foo {
  construct new() {}
  <(a) { Fiber.yield("smaller?") }
}
var fiber = Fiber.new {
  var turns = 0
  while (Foo.new() < 1) turns = turns + 1
  return turns
}
System.print(fiber.call()) // expect: smaller?
fiber.call(true)
fiber.call(true)
System.print(fiber.call(false)) // expect: 2
