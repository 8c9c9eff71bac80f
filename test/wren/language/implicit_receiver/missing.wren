class Foo {
  construct new() {}
  run() { nothing(1, 2) } // expect runtime error: Foo does not implement 'nothing(_,_)'.
}
Foo.new().run()
