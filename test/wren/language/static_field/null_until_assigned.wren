class Foo {
  static bar { __bar }
}
System.print(Foo.bar) // expect: null
