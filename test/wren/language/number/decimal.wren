System.print(0) // expect: 0
System.print(123) // expect: 123
System.print(-5) // expect: -5
System.print(1.50) // expect: 1.5
System.print(0.25) // expect: 0.25
System.print(-0.5) // expect: -0.5
