System.print((1..4).toList) // expect: [1, 2, 3, 4]
System.print((1..4).map {|n| n * n }.toList) // expect: [1, 4, 9, 16]
System.print((1..4).where {|n| n > 2 }.toList) // expect: [3, 4]
System.print((1..4).reduce {|a, b| a + b }) // expect: 10
System.print((1..4).join("-")) // expect: 1-2-3-4
System.print((1..4).count) // expect: 4
System.print((1..4).contains(4)) // expect: true
System.print((1...4).contains(4)) // expect: false
System.print((1...1).isEmpty) // expect: true
