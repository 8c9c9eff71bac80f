var list = [1, 2]
list.addAll(list)
System.print(list) // expect: [1, 2, 1, 2]
