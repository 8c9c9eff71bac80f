System.print(1e3) // expect: 1000
System.print(1.5e2) // expect: 150
System.print(2e-2) // expect: 0.02
System.print(2E2) // expect: 200
System.print(1e+2) // expect: 100
