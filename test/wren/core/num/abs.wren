System.print(3.abs) // expect: 3
System.print(-3.abs) // expect: -3
System.print((-3.5).abs) // expect: 3.5
System.print((-0).abs) // expect: 0
