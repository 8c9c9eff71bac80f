class Foo {
  construct new() {}
  static bar { "static" }
  bar { "instance" }
}
System.print(Foo.bar) // expect: static
System.print(Foo.new().bar) // expect: instance
