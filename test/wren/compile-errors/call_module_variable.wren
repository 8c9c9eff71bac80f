var f = 1
f(2)  // expect error: Error at '(': Expect end of file.
