class Foo {
  static m() {
    while (true) {
      for (i in 1..3) {
        if (i == 2) return i
      }
    }
  }
}
System.print(Foo.m()) // expect: 2
