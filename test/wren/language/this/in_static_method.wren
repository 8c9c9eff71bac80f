class Foo {
  static self { this }
}
System.print(Foo.self) // expect: Foo
