System.print(1.25.fraction) // expect: 0.25
System.print((-1.25).fraction) // expect: -0.25
System.print(3.fraction) // expect: 0
System.print((-3).fraction) // expect: -0
System.print((1/0).fraction) // expect: 0
System.print((-1/0).fraction) // expect: -0
System.print((0/0).fraction) // expect: nan
