class Foo {
  construct new() {}
  m { "getter" }
  m() { "none" }
  m(a) { "one" }
  m(a, b) { "two" }
  m(a, b, c) { "three" }
}
var foo = Foo.new()
System.print([foo.m, foo.m(), foo.m(1), foo.m(1, 2), foo.m(1, 2, 3)]) // expect: [getter, none, one, two, three]
