var words = ["bb", "a", "cc", "d", "aa", "b"].sort {|a, b| a.count < b.count }
System.print(words) // expect: [a, d, b, bb, cc, aa]

var pairs = (0...100).map {|n| [n % 3, n] }.toList.sort {|a, b| a[0] < b[0] }
var isStable = (1...100).all {|i|
  var before = pairs[i - 1]
  return before[0] < pairs[i][0] || before[1] < pairs[i][1]
}
System.print(isStable) // expect: true
