System.print(3 - 5) // expect: -2
System.print(2.5 - 0.5) // expect: 2
System.print(-(3)) // expect: -3
System.print(-(-3)) // expect: 3
System.print(- 0 - 0) // expect: -0
