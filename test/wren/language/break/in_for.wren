for (i in 1..10) {
  if (i == 3) break
  System.print(i)
}
// expect: 1
// expect: 2
System.print("after") // expect: after
