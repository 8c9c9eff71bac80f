class A {
  foo(a b) {}  // expect error: Error at 'b': Expect ')' after parameters.
}
