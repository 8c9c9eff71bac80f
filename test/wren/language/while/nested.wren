var i = 0
while (i < 2) {
  var j = 0
  while (j < 2) {
    System.print("%(i)%(j)")
    j = j + 1
  }
  i = i + 1
}
// expect: 00
// expect: 01
// expect: 10
// expect: 11
