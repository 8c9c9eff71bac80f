System.print(Fn.new {}.arity) // expect: 0
System.print(Fn.new {|a, b| a }.arity) // expect: 2
