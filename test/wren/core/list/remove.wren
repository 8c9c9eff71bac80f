var list = ["a", "b", "a"]
System.print(list.remove("a")) // expect: a
System.print(list.remove("x")) // expect: null
System.print(list) // expect: [b, a]
