if (true) var a = 1  // expect error: Error at 'var': Expected expression.  // expect error: Error at 'a': Expect end of file.
