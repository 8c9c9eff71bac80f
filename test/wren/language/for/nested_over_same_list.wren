var list = [1, 2]
for (a in list) {
  for (b in list) System.print(a * 10 + b)
}
// expect: 11
// expect: 12
// expect: 21
// expect: 22
