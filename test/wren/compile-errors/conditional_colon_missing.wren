var a = true ? 1  // expect error: Error at newline: Expect ':' after then branch of conditional operator.
// expect error line 3: Error at end of file: Expected expression.
