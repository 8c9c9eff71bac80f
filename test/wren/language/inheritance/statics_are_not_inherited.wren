class A {
  static foo { "static" }
}
class B is A {}
B.foo // expect runtime error: B metaclass does not implement 'foo'.
