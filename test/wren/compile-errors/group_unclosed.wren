System.print((1 + 2  // expect error: Error at newline: Expect ')' after expression.
// expect error line 3: Error at end of file: Expect ')' after arguments.
