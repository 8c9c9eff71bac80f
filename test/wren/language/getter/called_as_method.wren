class Foo {
  construct new() {}
  bar { "getter" }
}
Foo.new().bar() // expect runtime error: Foo does not implement 'bar()'.
