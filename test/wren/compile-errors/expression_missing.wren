var a = 1 +
// expect error line 3: Error at end of file: Expected expression.
