// A list that is in order already, or the other way round, takes no quadratic time.
var up = (1..50000).toList.sort {|a, b| a < b }
System.print([up[0], up[24999], up[-1]]) // expect: [1, 25000, 50000]
var down = up.sort {|a, b| a > b }
System.print([down[0], down[24999], down[-1]]) // expect: [50000, 25001, 1]
