// Programs for Wren's own library may use these methods.
var list = [3, 1, 2]
System.print(list.addCore_(0)) // expect: [3, 1, 2, 0]
System.print(list.partition_(0, 3, Fn.new {|a, b| a < b })) // expect: 0
System.print(list) // expect: [0, 1, 2, 3]
System.print([9, 3, 2, 1].quicksort_(1, 3, Fn.new {|a, b| a < b })) // expect: null
list = [9, 3, 2, 1]
list.quicksort_(1, 3, Fn.new {|a, b| a < b })
System.print(list) // expect: [9, 1, 2, 3]
list.quicksort_(3, 1, null)
System.print(" a ".trim_(" ", true, false) + "|") // expect: a |
System.print(System.writeObject_(1)) // expect: 1null
