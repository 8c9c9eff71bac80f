class Foo {
  construct new() {}
  bar { "getter" }
}
System.print(Foo.new().bar) // expect: getter
