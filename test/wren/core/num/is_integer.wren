System.print(1.isInteger) // expect: true
System.print(1.5.isInteger) // expect: false
System.print((-0).isInteger) // expect: true
System.print(1e300.isInteger) // expect: true
System.print((1/0).isInteger) // expect: false
System.print((0/0).isInteger) // expect: false
