var i = 0
while (i < 3) {
  System.print(i)
  i = i + 1
}
// expect: 0
// expect: 1
// expect: 2
