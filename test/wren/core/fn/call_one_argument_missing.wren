Fn.new {|a, b| a }.call(1) // expect runtime error: Function expects more arguments.
