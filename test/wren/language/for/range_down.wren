for (i in 3..1) System.print(i)
// expect: 3
// expect: 2
// expect: 1
for (i in 3...1) System.print(i)
// expect: 3
// expect: 2
