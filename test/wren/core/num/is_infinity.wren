System.print((1/0).isInfinity) // expect: true
System.print((-1/0).isInfinity) // expect: true
System.print(1.isInfinity) // expect: false
System.print((0/0).isInfinity) // expect: false
