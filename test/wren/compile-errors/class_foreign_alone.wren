foreign A {}  // expect error: Error at 'A': Expect 'class' after 'foreign'.  // expect error: Error at '{': Expect variable name.  // expect error: Error at '}': Expect '{' after class declaration.
// expect error line 3: Error at end of file: Expect method definition.
