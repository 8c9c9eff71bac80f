System.print(1.8.floor) // expect: 1
System.print((-1.2).floor) // expect: -2
System.print(3.floor) // expect: 3
System.print((-0).floor) // expect: -0
