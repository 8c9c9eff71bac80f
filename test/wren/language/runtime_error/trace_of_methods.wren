class Foo {
  construct new() {}
  bar(a) {
    baz = a // expect frame 2: bar(_)
  }
  baz=(a) {
    a.missing // expect runtime error: Num does not implement 'missing'. // expect frame 1: baz=(_)
  }
}
Foo.new().bar(1) // expect frame 3: (script)
