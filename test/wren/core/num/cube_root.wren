System.print(27.cbrt) // expect: 3
System.print((-8).cbrt) // expect: -2
