class Foo {
  static bar() { "bar" }
  static baz(a, b) { a + b }
}
System.print(Foo.bar()) // expect: bar
System.print(Foo.baz(1, 2)) // expect: 3
