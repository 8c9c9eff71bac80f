for (i in 1..5) {
  System.print(i)
  if (i == 2) return i
}
// expect: 1
// expect: 2
