var a = true ? false ? 1 : 2 : 3  // expect error: Error at '?': Expect ':' after then branch of conditional operator.  // expect error: Error at ':': Expect end of file.
