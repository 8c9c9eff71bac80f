var a = [1, 2
var b = 3  // expect error: Error at 'var': Expect ']' after list elements.  // expect error: Error at 'b': Expect end of file.
