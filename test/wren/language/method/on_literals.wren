System.print(1.abs) // expect: 1
System.print("abc".count) // expect: 3
System.print([1, 2].count) // expect: 2
System.print({1: 2}.count) // expect: 1
System.print((1..3).count) // expect: 3
System.print(true.toString) // expect: true
System.print(null.toString) // expect: null
System.print(-1.abs) // expect: -1
System.print((-1).abs) // expect: 1
