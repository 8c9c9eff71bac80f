var a
a = true ? 1 : 2
System.print(a) // expect: 1
a = false || 5
System.print(a) // expect: 5
