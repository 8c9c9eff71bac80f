var list = [1, 2]
list[0] = list[0] + list[1]
list[1] = list[list[1] - 2]
System.print(list) // expect: [3, 3]
