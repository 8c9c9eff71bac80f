var a = 1
false ? 2 : a = 3
System.print(a) // expect: 3
