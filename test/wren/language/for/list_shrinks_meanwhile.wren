var list = [1, 2, 3, 4]
for (x in list) {
  list.removeAt(-1)
  System.print(x)
}
// expect: 1
// expect: 2
