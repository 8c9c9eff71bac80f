class Foo {
  construct new() {}
  outer() { inner(1) }
  inner(a) { "inner %(a)" }
}
System.print(Foo.new().outer()) // expect: inner 1
