var a = 1
var b = false || (a = 2)
System.print(a) // expect: 2
System.print(b) // expect: 2
