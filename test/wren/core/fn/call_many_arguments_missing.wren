Fn.new {|a, b, c, d, e| a }.call(1, 2, 3, 4) // expect runtime error: Function expects more arguments.
