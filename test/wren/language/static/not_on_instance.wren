class Foo {
  construct new() {}
  static bar { "bar" }
}
Foo.new().bar // expect runtime error: Foo does not implement 'bar'.
