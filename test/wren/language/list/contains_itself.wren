var list = [1]
list.add(list)
System.print(list[1][1][0]) // expect: 1
System.print(list.count) // expect: 2
