for (i of 1..2) 1  // expect error: Error at 'of': Expect 'in' after loop variable.
