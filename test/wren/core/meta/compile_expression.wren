import "meta" for Meta

var x = 2
var f = Meta.compileExpression("x * 10")
System.print(f.call()) // expect: 20
x = 3
System.print(f.call()) // expect: 30
