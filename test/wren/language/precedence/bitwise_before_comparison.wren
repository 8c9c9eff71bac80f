System.print(1 & 1 == 1) // expect: true
System.print(2 | 1 > 2) // expect: true
