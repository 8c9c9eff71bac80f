System.print(Num.fromString("")) // expect: null
System.print(Num.fromString("x")) // expect: null
System.print(Num.fromString("1x")) // expect: null
System.print(Num.fromString("1 2")) // expect: null
System.print(Num.fromString("-")) // expect: null
System.print(Num.fromString("1e")) // expect: null
System.print(Num.fromString("0x")) // expect: null
System.print(Num.fromString("1\0")) // expect: null
