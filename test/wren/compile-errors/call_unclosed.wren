System.print(1 2)  // expect error: Error at '2': Expect ')' after arguments.
