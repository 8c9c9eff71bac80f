var start = System.clock
System.print(start is Num) // expect: true
System.print(System.clock >= start) // expect: true
