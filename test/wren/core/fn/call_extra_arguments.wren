var f = Fn.new {|a| a }
System.print(f.call(1, 2, 3)) // expect: 1
System.print(Fn.new { "none" }.call(1)) // expect: none
