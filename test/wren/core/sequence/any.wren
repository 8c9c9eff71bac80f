System.print([1, 2].any {|n| n > 1 }) // expect: true
System.print([1, 2].any {|n| n > 2 }) // expect: false
System.print([].any {|n| true }) // expect: false
System.print([1, 2].any {|n| "first %(n)" }) // expect: first 1
System.print([1, 2].any {|n| null }) // expect: null
