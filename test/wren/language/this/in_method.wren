class Foo {
  construct new() {}
  self { this }
}
var foo = Foo.new()
System.print(foo.self == foo) // expect: true
