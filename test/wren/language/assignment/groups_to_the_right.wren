var a = 1
var b = 2
var c = 3
a = b = c
System.print(a) // expect: 3
System.print(b) // expect: 3
