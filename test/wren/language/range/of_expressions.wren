var a = 2
System.print((a - 1..a * 2).toList) // expect: [1, 2, 3, 4]
