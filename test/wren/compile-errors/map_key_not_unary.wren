var a = {1 + 2: 3}  // expect error: Error at '+': Expect ':' after map key.  // expect error: Error at ':': Expect '}' after map entries.  // expect error: Error at '3': Expect end of file.
