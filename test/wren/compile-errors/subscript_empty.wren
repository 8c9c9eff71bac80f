var a = [1][]  // expect error: Error at ']': Expected expression.
// expect error line 3: Error at end of file: Expect ']' after arguments.
