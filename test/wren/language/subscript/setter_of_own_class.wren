class Foo {
  construct new() {}
  [a]=(value) { "one %(a) = %(value)" }
  [a, b]=(value) { "two %(a) %(b) = %(value)" }
}
var foo = Foo.new()
System.print(foo[1] = 2) // expect: one 1 = 2
System.print(foo[1, 2] = 3) // expect: two 1 2 = 3
