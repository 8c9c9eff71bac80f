var a = 1
var b = 2
System.print(a = b + 1) // expect: 3
System.print(a) // expect: 3
