System.print(0.cos) // expect: 1
System.print(Num.pi.cos) // expect: -1
System.print(1.acos) // expect: 0
System.print((-1).acos) // expect: 3.1415926535898
System.print(2.acos) // expect: nan
