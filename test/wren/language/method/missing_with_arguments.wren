class Foo {
  construct new() {}
  m(a) { a }
}
Foo.new().m(1, 2) // expect runtime error: Foo does not implement 'm(_,_)'.
