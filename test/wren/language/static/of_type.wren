class Foo {
  construct new() {}
  static bar { "bar" }
}
System.print(Foo.new().type.bar) // expect: bar
