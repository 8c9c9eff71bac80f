var list = []
list.insert(0, 1)
System.print(list) // expect: [1]
