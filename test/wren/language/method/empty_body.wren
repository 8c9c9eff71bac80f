class Foo {
  construct new() {}
  m() {}
  n {
  }
}
System.print(Foo.new().m()) // expect: null
System.print(Foo.new().n) // expect: null
