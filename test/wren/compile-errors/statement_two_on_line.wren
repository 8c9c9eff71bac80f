var a = 1 var b = 2  // expect error: Error at 'var': Expect end of file.
