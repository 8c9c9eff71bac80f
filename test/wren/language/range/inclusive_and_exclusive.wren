System.print((1..3).toList) // expect: [1, 2, 3]
System.print((1...3).toList) // expect: [1, 2]
