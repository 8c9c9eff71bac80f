var class = 1  // expect error: Error at 'class': Expect variable name.
