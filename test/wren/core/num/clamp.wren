System.print(5.clamp(1, 3)) // expect: 3
System.print(0.clamp(1, 3)) // expect: 1
System.print(2.clamp(1, 3)) // expect: 2
System.print(2.clamp(3, 1)) // expect: 3
System.print((0/0).clamp(1, 2)) // expect: nan
