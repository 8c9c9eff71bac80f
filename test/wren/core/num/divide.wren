System.print(7 / 2) // expect: 3.5
System.print(-6 / 3) // expect: -2
System.print(1 / 0) // expect: infinity
System.print(-1 / 0) // expect: -infinity
System.print(0 / 0) // expect: nan
