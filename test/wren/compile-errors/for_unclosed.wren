for (i in 1..2 1  // expect error: Error at '1': Expect ')' after loop expression.  // expect error: Error at newline: Expected expression.
