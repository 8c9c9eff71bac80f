class B {
  construct new() {}
  foo(a) { super.foo(a) } // expect runtime error: Object does not implement 'foo(_)'.
}
B.new().foo(1)
