System.print(1.4.round) // expect: 1
System.print(0.5.round) // expect: 1
System.print((-0.5).round) // expect: -1
System.print((-0).round) // expect: -0
System.print(1.5.round) // expect: 2
System.print(2.5.round) // expect: 3
System.print((-1.5).round) // expect: -2
System.print((-1.4).round) // expect: -1
System.print((-0.4).round) // expect: -0
System.print(0.49999999999999994.round) // expect: 0
System.print(4503599627370497.round == 4503599627370497) // expect: true
