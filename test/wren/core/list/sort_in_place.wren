var list = [2, 1]
System.print(list.sort() == list) // expect: true
System.print(list) // expect: [1, 2]
