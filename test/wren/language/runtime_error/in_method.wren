class Foo {
  construct new() {}
  bar() {
    baz(1)
  }
  baz(a) {
    null.foo // expect runtime error: Null does not implement 'foo'.
  }
}
Foo.new().bar()
