System.print(1.min(2)) // expect: 1
System.print(2.min(1)) // expect: 1
System.print(1.min(1)) // expect: 1
System.print((0/0).min(1)) // expect: 1
System.print(1.min(0/0)) // expect: nan
