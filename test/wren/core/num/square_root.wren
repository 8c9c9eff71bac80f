System.print(16.sqrt) // expect: 4
System.print(2.sqrt) // expect: 1.4142135623731
System.print((-1).sqrt) // expect: nan
