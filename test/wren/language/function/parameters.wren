var f = Fn.new {|a, b, c| "%(a) %(b) %(c)" }
System.print(f.call(1, 2, 3)) // expect: 1 2 3
