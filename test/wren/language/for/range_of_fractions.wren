for (i in 1.5..3.9) System.print(i)
// expect: 1.5
// expect: 2.5
// expect: 3.5
for (i in 2...0.5) System.print(i)
// expect: 2
// expect: 1
