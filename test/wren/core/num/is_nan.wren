System.print((0/0).isNan) // expect: true
System.print(Num.nan.isNan) // expect: true
System.print(1.isNan) // expect: false
System.print((1/0).isNan) // expect: false
