import "meta" for Meta

var x = 1
var f = Meta.compile("System.print(x)\nx = x + 1")
System.print(f is Fn) // expect: true
System.print(f.arity) // expect: 0
f.call() // expect: 1
f.call() // expect: 2
System.print(x) // expect: 3
