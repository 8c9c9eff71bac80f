var words = ["bb", "a", "cc", "d", "aa", "b"].sort {|a, b| a.count < b.count }
System.print(words) // expect: [a, d, b, bb, cc, aa]
