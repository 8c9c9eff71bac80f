System.print([1, 2, 3].where {|n| n != 2 }.toList) // expect: [1, 3]
System.print([].where {|n| true }.toList) // expect: []
