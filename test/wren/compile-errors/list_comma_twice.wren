var a = [1,, 2]  // expect error: Error at ',': Expected expression.  // expect error: Error at '2': Expect ']' after list elements.
