import "meta" for Meta

var x = 1
Meta.eval("x = 2")
System.print(x) // expect: 2
