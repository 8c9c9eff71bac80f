class A {
  foo=(a, b) {}  // expect error: Error at ',': Expect ')' after parameter name.  // expect error: Error at 'b': Expect '{' to begin method body.  // expect error: Error at ')': Expected expression.  // expect error: Error at '{': Expect '}' at end of block.
}
