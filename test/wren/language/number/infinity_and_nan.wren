System.print(1 / 0) // expect: infinity
System.print(-1 / 0) // expect: -infinity
System.print((0 / 0).isNan) // expect: true
System.print(Num.nan == Num.nan) // expect: false
System.print(Num.nan != Num.nan) // expect: true
