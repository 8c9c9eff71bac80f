class Foo {
  static m() {
    return
  }
}
System.print(Foo.m()) // expect: null
