var list = [1, 0, "", null, "not reached"]
while (list[0] != null && list.removeAt(0) != null) {}
System.print(list) // expect: [null, not reached]
var value = 3
while (value) {
  value = value > 1 ? value - 1 : null
}
System.print(value) // expect: null
