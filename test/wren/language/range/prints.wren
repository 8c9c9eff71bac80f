System.print(1..2) // expect: 1..2
System.print(1...2) // expect: 1...2
System.print(-1.5..2) // expect: -1.5..2
