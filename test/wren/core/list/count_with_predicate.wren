System.print([1, 2, 3, 4].count {|n| n > 2 }) // expect: 2
System.print([].count {|n| true }) // expect: 0
System.print([1, 2].count {|n| "truthy" }) // expect: 2
System.print([1, 2].count {|n| null }) // expect: 0
