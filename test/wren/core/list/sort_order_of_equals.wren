// Equal elements are in the order of Wren's quicksort.
var words = ["bb", "a", "cc", "d", "aa", "b"].sort {|a, b| a.count < b.count }
System.print(words) // expect: [b, d, a, bb, cc, aa]

System.print([1, 2, 3, 4, 5].sort {|a, b| false }) // expect: [5, 1, 2, 3, 4]
System.print([1, 2, 3, 4, 5].sort {|a, b| true }) // expect: [1, 2, 3, 4, 5]
