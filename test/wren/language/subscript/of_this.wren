class Foo {
  construct new() {}
  [a] { a * 2 }
  run() { this[21] }
}
System.print(Foo.new().run()) // expect: 42
