class Foo {
  construct new() {}
  bar { "getter only" }
}
Foo.new().bar = 1 // expect runtime error: Foo does not implement 'bar=(_)'.
