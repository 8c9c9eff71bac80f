Fn.new { this }  // expect error: Error at 'this': Cannot use 'this' outside of a method.
