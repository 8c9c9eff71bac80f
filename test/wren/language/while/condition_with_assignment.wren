var items = [1, 2, 3]
var item
while (item = items.isEmpty ? false : items.removeAt(0)) System.print(item)
// expect: 1
// expect: 2
// expect: 3
