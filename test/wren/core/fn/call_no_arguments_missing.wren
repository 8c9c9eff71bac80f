Fn.new {|a| a }.call() // expect runtime error: Function expects more arguments.
