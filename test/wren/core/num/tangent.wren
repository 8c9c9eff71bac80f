System.print(0.tan) // expect: 0
System.print((Num.pi / 4).tan) // expect: 1
System.print(1.atan) // expect: 0.78539816339745
System.print((-1/0).atan) // expect: -1.5707963267949
