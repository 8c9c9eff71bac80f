for (b in "é".bytes) System.print(b)
// expect: 195
// expect: 169
