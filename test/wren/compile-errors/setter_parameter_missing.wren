class A {
  foo= {}  // expect error: Error at '{': Expect '(' after '='.  // expect error: Error at '}': Expect variable name.  // expect error: Error at newline: Expect ')' after parameter name.
}  // expect error: Error at '}': Expect '{' to begin method body.
// expect error line 9: Error at end of file: Expected expression.
// expect error line 9: Error at end of file: Expect newline after statement.
// expect error line 9: Error at end of file: Expect '}' at end of block.
// expect error line 9: Error at end of file: Expect newline after definition in class.
// expect error line 9: Error at end of file: Expect method definition.
