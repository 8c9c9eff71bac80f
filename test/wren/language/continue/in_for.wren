for (i in 1..4) {
  if (i % 2 == 0) continue
  System.print(i)
}
// expect: 1
// expect: 3
