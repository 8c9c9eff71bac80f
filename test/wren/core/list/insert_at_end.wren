var list = [1]
System.print(list.insert(1, 2)) // expect: 2
System.print(list.insert(-1, 3)) // expect: 3
System.print(list.insert(-2, "before last")) // expect: before last
System.print(list) // expect: [1, 2, before last, 3]
