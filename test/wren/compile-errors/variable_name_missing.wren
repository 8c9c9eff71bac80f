var 1  // expect error: Error at '1': Expect variable name.
