Fn.new { return 1 }  // expect error: Error at 'return': Expected expression.  // expect error: Error at '1': Expect '}' at end of block.
