System.print([1, 2].map {|n| n + 1 }.map {|n| n * 10 }.toList) // expect: [20, 30]
System.print([1].map {|n| n }) // expect: instance of MapSequence
