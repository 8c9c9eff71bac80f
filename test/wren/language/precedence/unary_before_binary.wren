System.print(-2 * -3) // expect: 6
System.print(!true == false) // expect: true
System.print(-1 + 2) // expect: 1
System.print(~1 & 3) // expect: 2
