var i = 0
while (true) {
  i = i + 1
  if (i > 2) break
  System.print(i)
}
// expect: 1
// expect: 2
System.print("after") // expect: after
