class A is 1 + 2 {}  // expect error: Error at '+': Expect '{' after class declaration.  // expect error: Error at '2': Expect method definition.  // expect error: Error at '{': Expect end of file.
