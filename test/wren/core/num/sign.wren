System.print(3.sign) // expect: 1
System.print(0.5.sign) // expect: 1
System.print((-0.5).sign) // expect: -1
System.print((-3).sign) // expect: -1
System.print(0.sign) // expect: 0
System.print((-0).sign) // expect: 0
System.print((0/0).sign) // expect: 0
