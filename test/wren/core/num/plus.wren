System.print(1 + 2) // expect: 3
System.print(-0.5 + 0.25) // expect: -0.25
System.print(0.1 + 0.2 == 0.3) // expect: false
