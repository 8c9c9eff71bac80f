var a = 1
  .toString  // expect error: Error at '.': Expected expression.  // expect error: Error at 'toString': Expect end of file.
