System.print(1..5) // expect: 1..5
System.print(-1...2.5) // expect: -1...2.5
