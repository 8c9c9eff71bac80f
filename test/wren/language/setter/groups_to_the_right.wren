class Foo {
  construct new() {}
  bar=(value) { value }
}
var a = 1
var foo = Foo.new()
a = foo.bar = 2
System.print(a) // expect: 2
