var list = [1, 2]
for (i in 0.5..1) System.print(list[i]) // expect runtime error: Subscript must be an integer.
