System.print(123) // expect: 123
System.print(-123) // expect: -123
System.print(0) // expect: 0
System.print(-0) // expect: -0
System.print(0.5) // expect: 0.5
System.print(-1.25) // expect: -1.25
System.print(3.0) // expect: 3
System.print(1e14) // expect: 1e+14
System.print(99999999999999) // expect: 99999999999999
System.print(1.5e300) // expect: 1.5e+300
System.print(0.0001) // expect: 0.0001
System.print(0.00001) // expect: 1e-05
System.print(1/3) // expect: 0.33333333333333
System.print(0.1 + 0.2) // expect: 0.3
System.print(123456789012345) // expect: 1.2345678901234e+14
System.print(12345.678) // expect: 12345.678
System.print(1.0e-20) // expect: 1e-20
System.print((0/0)) // expect: nan
System.print((1/0)) // expect: infinity
System.print((-1/0)) // expect: -infinity
System.print(7.toString == "7") // expect: true
