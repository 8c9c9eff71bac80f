var list = [1]
System.print(list.add(2)) // expect: 2
System.print(list.addAll([3, 4])) // expect: [3, 4]
System.print(list.addAll(5..6)) // expect: 5..6
System.print(list.addAll("ab")) // expect: ab
System.print(list) // expect: [1, 2, 3, 4, 5, 6, a, b]
