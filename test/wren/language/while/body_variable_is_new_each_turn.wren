var i = 0
while (i < 2) {
  var a
  System.print(a)
  a = "assigned"
  i = i + 1
}
// expect: null
// expect: null
