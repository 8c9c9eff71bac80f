for (i in 1..2) {
  for (j in 1..3) {
    if (j == 2) continue
    System.print("%(i) %(j)")
  }
}
// expect: 1 1
// expect: 1 3
// expect: 2 1
// expect: 2 3
