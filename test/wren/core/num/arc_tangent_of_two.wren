System.print(0.atan(1)) // expect: 0
System.print(1.atan(0)) // expect: 1.5707963267949
System.print(1.atan(-1)) // expect: 2.3561944901923
System.print((-1).atan(-1)) // expect: -2.3561944901923
System.print(0.atan(-1)) // expect: 3.1415926535898
