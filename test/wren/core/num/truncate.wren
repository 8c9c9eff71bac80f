System.print(1.9.truncate) // expect: 1
System.print((-1.9).truncate) // expect: -1
System.print((-0.5).truncate) // expect: -0
System.print((1/0).truncate) // expect: infinity
