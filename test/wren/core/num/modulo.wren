System.print(7 % 3) // expect: 1
System.print(-7 % 3) // expect: -1
System.print(7 % -3) // expect: 1
System.print(5.5 % 2) // expect: 1.5
System.print(7 % 0) // expect: nan
System.print(-4 % 2) // expect: -0
