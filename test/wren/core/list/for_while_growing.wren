var list = [1, 2]
var turns = 0
for (n in list) {
  turns = turns + 1
  if (list.count < 5) list.add(n)
}
System.print(turns) // expect: 5
