class Foo {
  static m(
      a,
      b) { a + b }
}
System.print(Foo.m(1, 2)) // expect: 3
