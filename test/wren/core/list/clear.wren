var list = [1, 2]
System.print(list.clear()) // expect: null
System.print(list) // expect: []
System.print(list.count) // expect: 0
