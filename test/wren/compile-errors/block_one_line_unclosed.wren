Fn.new { 1 2 }  // expect error: Error at '2': Expect '}' at end of block.
