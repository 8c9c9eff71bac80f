System.print([1, 2, 3].skip(1).toList) // expect: [2, 3]
System.print([1, 2, 3].skip(0).toList) // expect: [1, 2, 3]
System.print([1, 2, 3].skip(3).toList) // expect: []
System.print([1, 2, 3].skip(9).toList) // expect: []
System.print([1, 2, 3].skip(1).skip(1).toList) // expect: [3]
System.print([].skip(1)) // expect: instance of SkipSequence
