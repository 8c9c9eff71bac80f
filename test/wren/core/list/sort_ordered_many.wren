// An ordered or reversed list is not compared in quadratic time, which would be 400 million times.
var count = 0
var up = (1..20000).toList.sort {|a, b|
  count = count + 1
  return a < b
}
System.print([up[0], up[9999], up[-1]]) // expect: [1, 10000, 20000]
var down = up.sort {|a, b|
  count = count + 1
  return a > b
}
System.print([down[0], down[9999], down[-1]]) // expect: [20000, 10001, 1]
System.print(count < 10000000) // expect: true
