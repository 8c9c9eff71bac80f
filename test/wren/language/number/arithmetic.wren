System.print(7 + 2) // expect: 9
System.print(7 - 2) // expect: 5
System.print(7 * 2) // expect: 14
System.print(7 / 2) // expect: 3.5
System.print(7 % 2) // expect: 1
System.print(-7 % 2) // expect: -1
System.print(7.5 % 2) // expect: 1.5
