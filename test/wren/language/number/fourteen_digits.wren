System.print(1 / 3) // expect: 0.33333333333333
System.print(2 / 3) // expect: 0.66666666666667
System.print(0.1 + 0.2) // expect: 0.3
System.print(3.14159265358979) // expect: 3.1415926535898
