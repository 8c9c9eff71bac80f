var f = Fn.new {|a,
    b| a + b }
System.print(f.call(1, 2)) // expect: 3
