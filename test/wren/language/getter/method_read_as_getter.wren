class Foo {
  construct new() {}
  bar() { "method" }
}
Foo.new().bar // expect runtime error: Foo does not implement 'bar'.
