System.print(-"abc".count) // expect: -3
System.print(![].isEmpty) // expect: false
