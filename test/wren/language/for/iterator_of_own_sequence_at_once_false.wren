class Foo {
  construct new() {}
  iterate(i) { false }
  iteratorValue(i) { Fiber.abort("not reached") }
}
for (x in Foo.new()) System.print("not reached")
System.print("after") // expect: after
