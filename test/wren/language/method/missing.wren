class Foo {
  construct new() {}
}
Foo.new().nothing // expect runtime error: Foo does not implement 'nothing'.
