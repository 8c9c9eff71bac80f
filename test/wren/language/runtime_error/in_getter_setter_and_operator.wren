class Foo {
  construct new() {}
  value=(v) {
    v.missing // expect runtime error: Num does not implement 'missing'.
  }
}
Foo.new().value = 1
