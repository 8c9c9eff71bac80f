var a = 1

var b = 2


System.print(a + b) // expect: 3
