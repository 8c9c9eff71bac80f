var a = 5
[1]
System.print(a) // expect: 5
