class Foo {
  construct new() {}
  bar { "getter" }
}
Foo.new().bar { "block" } // expect runtime error: Foo does not implement 'bar(_)'.
