System.print(99999999999999) // expect: 99999999999999
System.print(100000000000000) // expect: 1e+14
System.print(123456789012345) // expect: 1.2345678901234e+14
System.print(1e100) // expect: 1e+100
System.print(0.0001) // expect: 0.0001
System.print(0.00001) // expect: 1e-05
System.print(1.7976931348623157e308) // expect: 1.7976931348623e+308
System.print(2.5e-300) // expect: 2.5e-300
