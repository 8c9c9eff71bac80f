for (i in -1..1) System.print(i)
// expect: -1
// expect: 0
// expect: 1
