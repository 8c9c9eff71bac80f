var a = "before"
var f = Fn.new { a }
a = "after"
System.print(f.call()) // expect: after
