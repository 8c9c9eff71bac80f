System.print(-0) // expect: -0
System.print(0 * -1) // expect: -0
System.print(0 == -0) // expect: true
