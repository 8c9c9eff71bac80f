var list = [1, 2, 3]
System.print(list[0] = "a") // expect: a
System.print(list[-1] = "c") // expect: c
System.print(list) // expect: [a, 2, c]
