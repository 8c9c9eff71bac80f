System.print(Fn.new {}.arity) // expect: 0
System.print(Fn.new {|a| a }.arity) // expect: 1
System.print(Fn.new {|a, b, c| a }.arity) // expect: 3
