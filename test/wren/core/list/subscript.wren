var list = ["a", "b", "c"]
System.print(list[0]) // expect: a
System.print(list[2]) // expect: c
System.print(list[-1]) // expect: c
System.print(list[-3]) // expect: a
