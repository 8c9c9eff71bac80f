var list = [1]
System.print(list.add(2)) // expect: 2
System.print(list) // expect: [1, 2]
