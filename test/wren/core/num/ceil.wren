System.print(1.2.ceil) // expect: 2
System.print((-1.2).ceil) // expect: -1
System.print(3.ceil) // expect: 3
System.print((-0.5).ceil) // expect: -0
