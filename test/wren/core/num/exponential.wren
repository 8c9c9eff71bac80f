System.print(0.exp) // expect: 1
System.print(1.exp) // expect: 2.718281828459
System.print((-1/0).exp) // expect: 0
