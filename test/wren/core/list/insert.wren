var list = [1, 2]
System.print(list.insert(0, "a")) // expect: a
System.print(list.insert(1, "b")) // expect: b
System.print(list) // expect: [a, b, 1, 2]
