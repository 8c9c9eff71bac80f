for (i in 1...3) System.print(i)
// expect: 1
// expect: 2
