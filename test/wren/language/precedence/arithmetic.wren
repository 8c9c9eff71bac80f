System.print(1 + 2 * 3) // expect: 7
System.print((1 + 2) * 3) // expect: 9
System.print(10 - 4 - 3) // expect: 3
System.print(100 / 10 / 2) // expect: 5
System.print(10 % 4 * 2) // expect: 4
System.print(2 * 3 % 4) // expect: 2
