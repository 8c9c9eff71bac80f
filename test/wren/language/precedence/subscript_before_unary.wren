System.print(-[1, 2][1]) // expect: -2
System.print(![false][0]) // expect: true
