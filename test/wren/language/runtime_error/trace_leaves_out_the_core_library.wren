var list = [3, 1, 2]
var sorted = list.where {|n| n.missing } // expect runtime error: Num does not implement 'missing'. // expect frame 1: where(_) block argument
System.print(sorted.toList) // expect frame 2: (script)
