while (false 1  // expect error: Error at '1': Expect ')' after while condition.  // expect error: Error at newline: Expected expression.
