class Foo {
  static m(a) {
    if (a) return "early"
    return "late"
  }
}
System.print(Foo.m(true)) // expect: early
System.print(Foo.m(false)) // expect: late
