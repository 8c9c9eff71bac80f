System.print([1, 2].all {|n| n > 0 }) // expect: true
System.print([1, 2].all {|n| n > 1 }) // expect: false
System.print([].all {|n| false }) // expect: true
System.print([1, 2].all {|n| "last %(n)" }) // expect: last 2
System.print([1, null].all {|n| n }) // expect: null
