if (true 1  // expect error: Error at '1': Expect ')' after if condition.  // expect error: Error at newline: Expected expression.
