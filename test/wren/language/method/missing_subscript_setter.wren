class Foo {
  construct new() {}
  [a] { a }
}
Foo.new()[1] = 2 // expect runtime error: Foo does not implement '[_]=(_)'.
