System.print(Fn.new { 1 + 1 }.call()) // expect: 2
System.print(Fn.new {|a| a }.call("a")) // expect: a
