var f = Fn.new { 1 }
System.print(f == f) // expect: true
System.print(f == Fn.new { 1 }) // expect: false
