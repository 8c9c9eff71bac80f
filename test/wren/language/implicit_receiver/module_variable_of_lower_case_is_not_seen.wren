var lower = "module variable"
class Foo {
  construct new() {}
  run() { lower } // expect runtime error: Foo does not implement 'lower'.
}
Foo.new().run()
