class A {
  construct () {}  // expect error: Error at '(': Expect constructor name after 'construct'.  // expect error: Error at '(': A constructor cannot be a getter.  // expect error: Error at ')': Expect '{' to begin method body.
}
