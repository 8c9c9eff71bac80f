System.print(1.log) // expect: 0
System.print(10.log) // expect: 2.302585092994
System.print(0.log) // expect: -infinity
System.print((-1).log) // expect: nan
System.print(8.log2) // expect: 3
System.print(1.log2) // expect: 0
