System.print(Num.fromString("123")) // expect: 123
System.print(Num.fromString("-12.5")) // expect: -12.5
System.print(Num.fromString("+3")) // expect: 3
System.print(Num.fromString("1e3")) // expect: 1000
System.print(Num.fromString(".5")) // expect: 0.5
System.print(Num.fromString("5.")) // expect: 5
System.print(Num.fromString("  7\t\n")) // expect: 7
System.print(Num.fromString("0x1F")) // expect: 31
System.print(Num.fromString("infinity")) // expect: infinity
System.print(Num.fromString("nan")) // expect: nan
