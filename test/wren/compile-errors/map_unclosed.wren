var a = {1: 2 3: 4}  // expect error: Error at '3': Expect '}' after map entries.  // expect error: Error at ':': Expect end of file.
