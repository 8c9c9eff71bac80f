var map = {}
System.print(map["a"] = 1) // expect: 1
System.print(map["a"] = 2) // expect: 2
System.print(map["a"]) // expect: 2
System.print(map[1] = "x") // expect: x
System.print(map.count) // expect: 2
