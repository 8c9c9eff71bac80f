class Foo {
  construct new() {}
}
var map = {}
map[Foo.new()] = 1 // expect runtime error: Key must be a value type.
