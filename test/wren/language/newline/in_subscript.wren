var list = [1, 2, 3]
System.print(list[
  1
]) // expect: 2
