var x = [1, 2]
for (x in x) System.print(x)
// expect: 1
// expect: 2
