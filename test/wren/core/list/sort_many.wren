var list = []
var n = 1
for (i in 1..1000) {
  n = n * 7919 % 10007
  list.add(n)
}
var sorted = list[0..-1].sort {|a, b| a < b }
var inOrder = true
for (i in 1...1000) {
  if (sorted[i] < sorted[i - 1]) inOrder = false
}
System.print(inOrder) // expect: true
System.print(sorted.reduce {|a, b| a + b } == list.reduce {|a, b| a + b }) // expect: true
