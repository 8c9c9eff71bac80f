class A {
  construct new {}  // expect error: Error at 'new': A constructor cannot be a getter.
}
