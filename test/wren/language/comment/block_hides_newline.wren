var a = 1 /* the newline in here
*/ + 2
System.print(a) // expect: 3
