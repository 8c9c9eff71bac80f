var a = 8 / 2
System.print(a) // expect: 4
