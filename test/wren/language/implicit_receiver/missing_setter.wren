class Foo {
  construct new() {}
  run() { nothing = 1 } // expect runtime error: Foo does not implement 'nothing=(_)'.
}
Foo.new().run()
