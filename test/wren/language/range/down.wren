System.print((3..1).toList) // expect: [3, 2, 1]
System.print((3...1).toList) // expect: [3, 2]
