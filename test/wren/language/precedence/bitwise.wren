System.print(1 | 2 ^ 3 & 5) // expect: 3
System.print(1 << 1 + 1) // expect: 4
System.print(6 & 3 << 1) // expect: 6
System.print((1 | 2) & 2) // expect: 2
