var list = [1, 2]
for (x in list) {
  if (list.count < 4) list.add(x * 10)
  System.print(x)
}
// expect: 1
// expect: 2
// expect: 10
// expect: 20
