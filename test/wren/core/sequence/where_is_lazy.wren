var list = [1]
var large = list.where {|n| n > 1 }
list.add(2)
System.print(large.toList) // expect: [2]
