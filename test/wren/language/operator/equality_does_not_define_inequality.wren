class Foo {
  construct new() {}
  ==(a) { true }
}
var foo = Foo.new()
System.print(foo == 1) // expect: true
System.print(foo != 1) // expect: true
