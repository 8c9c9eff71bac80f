import module  // expect error: Error at 'module': Expect a string after 'import'.
