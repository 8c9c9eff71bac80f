// The pivot is the second argument.
var calls = []
[2, 3, 1].sort {|a, b|
  calls.add("%(a)-%(b)")
  return a < b
}
System.print(calls) // expect: [2-1, 3-1, 3-2]
