var list = [1, 2, 3]
System.print(list.
  count) // expect: 3
