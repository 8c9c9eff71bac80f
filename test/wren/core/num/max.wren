System.print(1.max(2)) // expect: 2
System.print(2.max(1)) // expect: 2
System.print((0/0).max(1)) // expect: 1
System.print(1.max(0/0)) // expect: nan
