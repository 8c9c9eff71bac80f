var map = {}
System.print(map["a"] = 1) // expect: 1
map["a"] = map["a"] + 1
System.print(map) // expect: {a: 2}
