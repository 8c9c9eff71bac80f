class A {}
class B is A {
  construct new() {}
  foo { super.foo } // expect runtime error: A does not implement 'foo'.
}
B.new().foo
