var n = 0
var next = Fn.new { n = n + 1 }
System.print([next.call(), next.call(), next.call()]) // expect: [1, 2, 3]
