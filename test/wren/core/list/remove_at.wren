var list = [1, 2, 3, 4]
System.print(list.removeAt(1)) // expect: 2
System.print(list) // expect: [1, 3, 4]
System.print(list.removeAt(0)) // expect: 1
System.print(list.removeAt(-1)) // expect: 4
System.print(list.removeAt(0)) // expect: 3
System.print(list) // expect: []
