var make = Fn.new { [] }
var a = make.call()
a.add(1)
System.print(make.call()) // expect: []
