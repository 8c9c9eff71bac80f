System.print(Num.infinity) // expect: infinity
System.print(Num.nan) // expect: nan
System.print(Num.pi) // expect: 3.1415926535898
System.print(Num.tau) // expect: 6.2831853071796
System.print(Num.largest) // expect: 1.7976931348623e+308
System.print(Num.smallest) // expect: 2.2250738585072e-308
System.print(Num.maxSafeInteger) // expect: 9.007199254741e+15
System.print(Num.minSafeInteger) // expect: -9.007199254741e+15
System.print(Num.maxSafeInteger == 9007199254740991) // expect: true
System.print(Num.smallest > 0) // expect: true
