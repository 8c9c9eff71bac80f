class Foo {
  construct new() {}
}
Foo.new() + 1 // expect runtime error: Foo does not implement '+(_)'.
