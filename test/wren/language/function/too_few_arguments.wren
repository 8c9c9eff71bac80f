var f = Fn.new {|a, b| a }
f.call(1) // expect runtime error: Function expects more arguments.
