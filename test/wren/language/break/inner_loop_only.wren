for (i in 1..2) {
  for (j in 1..9) {
    if (j == 2) break
    System.print("%(i) %(j)")
  }
  System.print("end of %(i)")
}
// expect: 1 1
// expect: end of 1
// expect: 2 1
// expect: end of 2
