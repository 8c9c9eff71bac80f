System.print([1, 2].map {|n| n * 2 }.toList) // expect: [2, 4]
System.print([].map {|n| n }.toList) // expect: []
