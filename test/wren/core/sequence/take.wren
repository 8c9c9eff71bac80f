System.print([1, 2, 3].take(2).toList) // expect: [1, 2]
System.print([1, 2, 3].take(0).toList) // expect: []
System.print([1, 2, 3].take(9).toList) // expect: [1, 2, 3]
System.print((1..(1/0)).take(3).toList) // expect: [1, 2, 3]
System.print([1, 2, 3].take(2).take(1).toList) // expect: [1]
System.print([].take(1)) // expect: instance of TakeSequence
