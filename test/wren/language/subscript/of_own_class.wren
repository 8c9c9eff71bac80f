class Foo {
  construct new() {}
  [a] { "one %(a)" }
  [a, b] { "two %(a) %(b)" }
  [a, b, c] { "three %(a) %(b) %(c)" }
}
var foo = Foo.new()
System.print(foo[1]) // expect: one 1
System.print(foo[1, 2]) // expect: two 1 2
System.print(foo[1, 2, 3]) // expect: three 1 2 3
