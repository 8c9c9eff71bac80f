System.print([1, 2] * 3) // expect: [1, 2, 1, 2, 1, 2]
System.print([1] * 0) // expect: []
System.print([] * 5) // expect: []
