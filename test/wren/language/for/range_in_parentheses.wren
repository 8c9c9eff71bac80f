for (i in (1..2)) System.print(i)
// expect: 1
// expect: 2
