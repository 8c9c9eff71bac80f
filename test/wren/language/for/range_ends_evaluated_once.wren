var from = Fn.new {
  System.print("from")
  return 1
}
var to = Fn.new {
  System.print("to")
  return 2
}
for (i in from.call()..to.call()) System.print(i)
// expect: from
// expect: to
// expect: 1
// expect: 2
