class A {
  static foo { "static of A" }
}
class B is A {
  static foo { super.foo } // expect runtime error: Class does not implement 'foo'.
}
B.foo
