var map = {2: "two", 0: "zero", 1: "one"}
for (entry in map) System.print(entry)
// expect: 0:zero
// expect: 1:one
// expect: 2:two
