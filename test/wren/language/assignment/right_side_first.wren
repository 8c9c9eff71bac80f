var a = 1
a = a + a
System.print(a) // expect: 2
