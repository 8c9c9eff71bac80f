class A  // expect error: Error at newline: Expect '{' after class declaration.
// expect error line 3: Error at end of file: Expect method definition.
