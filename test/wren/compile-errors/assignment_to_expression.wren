var a = 1
var b = 2
a + b = 3  // expect error: Error at '=': Expect end of file.
