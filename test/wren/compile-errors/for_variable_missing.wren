for (1 in 1..2) 1  // expect error: Error at '1': Expect for loop variable name.
