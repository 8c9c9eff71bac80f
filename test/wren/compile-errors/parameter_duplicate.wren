Fn.new {|a, a| 1 }  // expect error: Error at 'a': Variable is already declared in this scope.
