var list = [1, 2, 3]
System.print(list[-1]) // expect: 3
System.print(list[1.0]) // expect: 2
list[3] = 4 // expect runtime error: Subscript out of bounds.
