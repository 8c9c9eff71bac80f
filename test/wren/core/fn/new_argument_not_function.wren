Fn.new(3) // expect runtime error: Argument must be a function.
