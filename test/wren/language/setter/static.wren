class Foo {
  static bar=(value) { __bar = value }
  static bar { __bar }
}
Foo.bar = "static"
System.print(Foo.bar) // expect: static
