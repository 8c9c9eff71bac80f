super(1)  // expect error: Error at 'super': Cannot use 'super' outside of a method.  // expect error: Error at '(': Expect end of file.
