var two = [1, 2, 3].take(2)
System.print(two.toList) // expect: [1, 2]
System.print(two.toList) // expect: [1, 2]
