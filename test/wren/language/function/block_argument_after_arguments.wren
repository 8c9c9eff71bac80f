class Foo {
  static with(a, b, f) { f.call(a, b) }
}
System.print(Foo.with(1, 2) {|a, b| a + b }) // expect: 3
