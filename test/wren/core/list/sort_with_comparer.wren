System.print([3, 1, 2].sort {|a, b| a > b }) // expect: [3, 2, 1]
System.print(["pear", "fig", "apple"].sort {|a, b| a.count < b.count }) // expect: [fig, pear, apple]
System.print([1, 2, 3, 4, 5, 6, 7].sort {|a, b| b < a }) // expect: [7, 6, 5, 4, 3, 2, 1]
