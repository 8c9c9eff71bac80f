System.print([].count) // expect: 0
System.print([1, 2, 3].count) // expect: 3
