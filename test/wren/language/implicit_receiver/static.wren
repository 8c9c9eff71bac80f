class Foo {
  static outer() { inner }
  static inner { "static" }
  inner { "instance" }
}
System.print(Foo.outer()) // expect: static
