System.print(Fn.new { "none" }.call()) // expect: none
System.print(Fn.new {|a| a }.call(1)) // expect: 1
System.print(Fn.new {|a, b| [a, b] }.call(1, 2)) // expect: [1, 2]
System.print(Fn.new {|a, b, c| [a, b, c] }.call(1, 2, 3)) // expect: [1, 2, 3]
