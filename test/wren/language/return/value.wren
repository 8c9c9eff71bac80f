class Foo {
  static m(a) {
    return a + 1
  }
}
System.print(Foo.m(1)) // expect: 2
