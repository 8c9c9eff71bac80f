var a = [1][0 1]  // expect error: Error at '1': Expect ']' after arguments.
