System.(1)  // expect error: Error at '(': Expect method name after '.'.  // expect error: Error at '1': Expect end of file.
