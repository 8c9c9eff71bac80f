class A {
  construct new() {}
}
class B is A {}
B.new() // expect runtime error: B metaclass does not implement 'new()'.
