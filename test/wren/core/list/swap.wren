var list = [1, 2, 3]
System.print(list.swap(0, 2)) // expect: null
System.print(list) // expect: [3, 2, 1]
System.print(list.swap(-1, 1)) // expect: null
System.print(list) // expect: [3, 1, 2]
