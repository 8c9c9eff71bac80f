var a = 1
a.foo() = 3  // expect error: Error at '=': Expect end of file.
