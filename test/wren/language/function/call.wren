var f = Fn.new { "called" }
System.print(f.call()) // expect: called
