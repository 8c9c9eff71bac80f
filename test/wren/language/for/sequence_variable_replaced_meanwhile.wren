var list = [1, 2]
for (x in list) {
  list = ["other", "list", "entirely"]
  System.print(x)
}
// expect: 1
// expect: 2
