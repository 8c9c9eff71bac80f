var range = 1..2
for (i in range) System.print(i)
// expect: 1
// expect: 2
