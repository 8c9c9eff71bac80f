for (i in 1..2) for (j in 1..2) if (i == j) System.print("%(i) %(j)")
// expect: 1 1
// expect: 2 2
